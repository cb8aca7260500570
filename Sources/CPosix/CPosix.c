#define _GNU_SOURCE
#include "CPosix.h"
#include <fcntl.h>
#include <unistd.h>

int posix_pipe_cloexec(int descriptors[2]) {
#ifdef __linux__
  return pipe2(descriptors, O_CLOEXEC);
#else
  if (pipe(descriptors) != 0) return -1;
  fcntl(descriptors[0], F_SETFD, FD_CLOEXEC);
  fcntl(descriptors[1], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

int posix_spawn_actions_addchdir(posix_spawn_file_actions_t *actions, const char *path) {
  return posix_spawn_file_actions_addchdir_np(actions, path);
}
