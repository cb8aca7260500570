// What Swift cannot import from libgit2, and what differs between 1.5 and 1.9.
#ifndef TOOLBOX_CLIBGIT2_SHIM_H
#define TOOLBOX_CLIBGIT2_SHIM_H

#include <git2.h>

#endif
