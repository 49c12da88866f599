// What ApusCurl needs and Swift's modules of Linux do not have.
#ifdef __linux__
#include <sys/epoll.h>

/// The address of a function of the libcurl that the program links; NULL without the trait LinkedLibraries, and for names that are not in
/// the table.
void *_Nullable apus_linked_curl(const char *_Nonnull name);
#endif
