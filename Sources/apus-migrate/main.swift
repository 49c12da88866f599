#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// What `apusc migrate apollo` runs, with its arguments in order: `--write` and `--cache` or nothing, FILE, FOLDER….
exit(MigrationRun.run(Array(CommandLine.arguments.dropFirst())))
