// What Swift cannot import from libgit2, and what differs between 1.5 and 1.9.
#ifndef TOOLBOX_CLIBGIT2_SHIM_H
#define TOOLBOX_CLIBGIT2_SHIM_H

#include <git2.h>
#include <git2/sys/mempack.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>
// git_error_clear moved here in 1.8; older ones have it in errors.h.
#if LIBGIT2_VER_MAJOR > 1 || (LIBGIT2_VER_MAJOR == 1 && LIBGIT2_VER_MINOR >= 8)
#include <git2/sys/errors.h>
#endif

// git_libgit2_opts is variadic, which Swift cannot call.

static inline int clibgit2_set_owner_validation(int enabled) {
  return git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, enabled);
}

static inline int clibgit2_set_strict_hash_verification(int enabled) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, enabled);
}

static inline int clibgit2_set_cache_max_size(long long bytes) {
  return git_libgit2_opts(GIT_OPT_SET_CACHE_MAX_SIZE, (ssize_t)bytes);
}

static inline int clibgit2_set_search_path(int level, const char *path) {
  return git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, path);
}

// 1.9 deprecates GIT_OBJ_* style names and an experimental build gives git_oid a type; these two
// are the only places that look inside one.

static inline void clibgit2_oid_set(git_oid *oid, const unsigned char *raw) {
#ifdef GIT_EXPERIMENTAL_SHA256
  git_oid_fromraw(oid, raw, GIT_OID_SHA1);
#else
  git_oid_fromraw(oid, raw);
#endif
}

static inline const unsigned char *clibgit2_oid_bytes(const git_oid *oid) {
  return oid->id;
}

static inline int clibgit2_hash(git_oid *out, const void *data, size_t length, git_object_t type) {
#ifdef GIT_EXPERIMENTAL_SHA256
  return git_odb_hash(out, data, length, type, GIT_OID_SHA1);
#else
  return git_odb_hash(out, data, length, type);
#endif
}

#endif
