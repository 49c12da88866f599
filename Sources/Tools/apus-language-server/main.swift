import ApusLanguageServer

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

exit(LanguageServerProcess.run(Array(CommandLine.arguments.dropFirst())))
