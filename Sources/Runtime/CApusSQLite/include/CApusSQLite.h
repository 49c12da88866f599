/// The address of a function of the SQLite that the program links; NULL without the trait LinkedLibraries, and for names that are not in the
/// table.
void *_Nullable apus_linked_sqlite(const char *_Nonnull name);
