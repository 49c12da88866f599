#ifdef __linux__
#include "CApusCurl.h"

#include <stddef.h>
#include <string.h>

#ifdef APUS_LINKED_LIBRARIES
// All functions that ApusCurl calls. Only their addresses are taken, so their parameters do not matter here, and libcurl's headers are not
// needed.
#define EACH_FUNCTION(DO) \
  DO(curl_easy_cleanup) \
  DO(curl_easy_getinfo) \
  DO(curl_easy_init) \
  DO(curl_easy_pause) \
  DO(curl_easy_perform) \
  DO(curl_easy_recv) \
  DO(curl_easy_reset) \
  DO(curl_easy_send) \
  DO(curl_easy_setopt) \
  DO(curl_easy_strerror) \
  DO(curl_global_init) \
  DO(curl_multi_add_handle) \
  DO(curl_multi_cleanup) \
  DO(curl_multi_info_read) \
  DO(curl_multi_init) \
  DO(curl_multi_remove_handle) \
  DO(curl_multi_setopt) \
  DO(curl_multi_socket_action) \
  DO(curl_multi_wakeup) \
  DO(curl_slist_append) \
  DO(curl_slist_free_all) \
  DO(curl_version)

#define DECLARE(name) extern void name(void);
EACH_FUNCTION(DECLARE)

#define ENTRY(name) {#name, (void *)name},
static const struct {
  const char *name;
  void *address;
} functions[] = {EACH_FUNCTION(ENTRY)};

void *apus_linked_curl(const char *name) {
  for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
    if (strcmp(functions[index].name, name) == 0) return functions[index].address;
  }
  return NULL;
}
#else
void *apus_linked_curl(const char *name) { return NULL; }
#endif
#endif
