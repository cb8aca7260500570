#define _GNU_SOURCE
#include "CPosix.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#ifdef __APPLE__
#include <crt_externs.h>
#else
extern char **environ;
#endif

char **cposix_environment(void) {
#ifdef __APPLE__
  return *_NSGetEnviron();
#else
  return environ;
#endif
}

int cposix_pipe(int descriptors[2]) {
#ifdef __linux__
  return pipe2(descriptors, O_CLOEXEC);
#else
  if (pipe(descriptors) != 0) return -1;
  fcntl(descriptors[0], F_SETFD, FD_CLOEXEC);
  fcntl(descriptors[1], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

void cposix_widen_pipe(int descriptor) {
#ifdef __linux__
  fcntl(descriptor, F_SETPIPE_SZ, 1 << 20);
#else
  (void)descriptor;
#endif
}

int cposix_make_temporary(char *name_template) { return mkostemp(name_template, O_CLOEXEC); }

int cposix_spawn_addchdir(posix_spawn_file_actions_t *actions, const char *path) {
  return posix_spawn_file_actions_addchdir_np(actions, path);
}

ssize_t cposix_write_without_sigpipe(int descriptor, const void *bytes, size_t count) {
  sigset_t pipe_only, before, pending;
  sigemptyset(&pipe_only);
  sigaddset(&pipe_only, SIGPIPE);
  sigpending(&pending);
  int was_pending = sigismember(&pending, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe_only, &before);
  ssize_t written = write(descriptor, bytes, count);
  int code = errno;
  if (written < 0 && code == EPIPE && !was_pending) {
    // Take the signal that this write raised off the thread before it is unblocked.
    sigpending(&pending);
    int taken;
    if (sigismember(&pending, SIGPIPE)) sigwait(&pipe_only, &taken);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = code;
  return written;
}

static const int trapped[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { trapped_count = 4, children_count = 256 };
static struct sigaction previous[trapped_count];
static volatile sig_atomic_t pending_signal;
static volatile pid_t children[children_count];

static void note_and_forward(int number, siginfo_t *info, void *context) {
  (void)context;
  int code = errno;
  if (pending_signal == 0) pending_signal = number;
  // A signal typed at the terminal reaches the whole foreground group; one that another process
  // sent (its id is known) reached us alone. Children with a group of their own get both from us.
  int is_ours_alone = info == NULL || info->si_code <= 0;
  for (int index = 0; index < children_count; index++) {
    pid_t child = children[index];
    if (child < 0 || (child > 0 && is_ours_alone)) kill(child, number);
  }
  errno = code;
}

void cposix_trap_install(void) {
  pending_signal = 0;
  struct sigaction action = {0};
  action.sa_sigaction = note_and_forward;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < trapped_count; index++) {
    sigaction(trapped[index], NULL, &previous[index]);
    if (previous[index].sa_handler != SIG_IGN) sigaction(trapped[index], &action, NULL);
  }
}

void cposix_trap_remove(void) {
  for (int index = 0; index < trapped_count; index++)
    sigaction(trapped[index], &previous[index], NULL);
}

int cposix_trap_pending(void) { return pending_signal; }

void cposix_trap_clear(void) { pending_signal = 0; }

void cposix_trap_register(pid_t child) {
  // Several threads start children.
  for (int index = 0; index < children_count; index++)
    if (__sync_bool_compare_and_swap(&children[index], 0, child)) break;
  if (pending_signal != 0) kill(child, pending_signal);
}

void cposix_trap_unregister(pid_t child) {
  for (int index = 0; index < children_count; index++)
    if (__sync_bool_compare_and_swap(&children[index], child, 0)) break;
}
