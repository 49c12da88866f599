#include "CApusSQLite.h"

#include <stddef.h>
#include <string.h>

#ifdef APUS_LINKED_LIBRARIES
// All functions that ApusCacheSQLite calls. Only their addresses are taken, so their parameters do not matter here, and SQLite's headers are not
// needed.
#define EACH_FUNCTION(DO) \
  DO(sqlite3_bind_blob) \
  DO(sqlite3_bind_int64) \
  DO(sqlite3_close_v2) \
  DO(sqlite3_column_blob) \
  DO(sqlite3_column_bytes) \
  DO(sqlite3_column_int64) \
  DO(sqlite3_column_type) \
  DO(sqlite3_errmsg) \
  DO(sqlite3_exec) \
  DO(sqlite3_extended_errcode) \
  DO(sqlite3_finalize) \
  DO(sqlite3_libversion) \
  DO(sqlite3_libversion_number) \
  DO(sqlite3_open_v2) \
  DO(sqlite3_prepare_v2) \
  DO(sqlite3_reset) \
  DO(sqlite3_step) \
  DO(sqlite3_threadsafe)

#define DECLARE(name) extern void name(void);
EACH_FUNCTION(DECLARE)

#define ENTRY(name) {#name, (void *)name},
static const struct {
  const char *name;
  void *address;
} functions[] = {EACH_FUNCTION(ENTRY)};

void *apus_linked_sqlite(const char *name) {
  for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
    if (strcmp(functions[index].name, name) == 0) return functions[index].address;
  }
  return NULL;
}
#else
void *apus_linked_sqlite(const char *name) { return NULL; }
#endif
