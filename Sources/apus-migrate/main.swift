#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// What `apusc migrate apollo` runs, with its arguments in order: `--write` or nothing, FILE, FOLDER….
exit(MigrationRun.run(Array(CommandLine.arguments.dropFirst())))
