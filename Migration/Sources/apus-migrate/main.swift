#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Moves an app from Apollo iOS: `apus-migrate apollo FOLDER`.
exit(MigrationRun.run(Array(CommandLine.arguments.dropFirst())))
