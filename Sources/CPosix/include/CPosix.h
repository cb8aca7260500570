// What Glibc's module hides from Swift.
#ifndef TOOLBOX_CPOSIX_H
#define TOOLBOX_CPOSIX_H

#include <spawn.h>

/// pipe(2) with both ends close-on-exec, set atomically where the system can.
int posix_pipe_cloexec(int descriptors[2]);

/// posix_spawn_file_actions_addchdir_np, which glibc declares only under _GNU_SOURCE.
int posix_spawn_actions_addchdir(posix_spawn_file_actions_t *actions, const char *path);

#endif
