// What Glibc's module hides from Swift, and what must be C because it runs in a signal handler.
#ifndef TOOLBOX_CPOSIX_H
#define TOOLBOX_CPOSIX_H

#include <spawn.h>
#include <stddef.h>
#include <sys/types.h>

/// The process's environment: NULL-terminated `NAME=value` strings.
char **cposix_environment(void);

/// pipe(2) with both ends close-on-exec, atomically where the system can.
int cposix_pipe(int descriptors[2]);

/// Lets a pipe hold a megabyte, where the system can: writer and reader then wait for each other a
/// sixteenth as often.
void cposix_widen_pipe(int descriptor);

/// mkstemp(3) with a close-on-exec descriptor, so that no child keeps the file open for writing.
int cposix_make_temporary(char *name_template);

/// posix_spawn_file_actions_addchdir_np, which glibc declares only under _GNU_SOURCE.
int cposix_spawn_addchdir(posix_spawn_file_actions_t *actions, const char *path);

/// write(2) that fails with EPIPE instead of raising SIGPIPE, whose disposition stays as it is.
ssize_t cposix_write_without_sigpipe(int descriptor, const void *bytes, size_t count);

/// Catches INT, TERM, HUP and QUIT from now on: the first one is noted and sent on to the
/// registered children (unless the terminal has sent it to them already). Signals that the process
/// was started with ignored (nohup) stay ignored.
void cposix_trap_install(void);

/// Gives the four signals back the dispositions that they had before.
void cposix_trap_remove(void);

/// The first signal caught since the installation, or 0.
int cposix_trap_pending(void);

/// Forgets the noted signal, so that clean-up can run children without their being signalled.
void cposix_trap_clear(void);

/// Makes a child (negative: a process group) known to the handler; a signal already noted is sent
/// to it at once.
void cposix_trap_register(pid_t child);
void cposix_trap_unregister(pid_t child);

#endif
