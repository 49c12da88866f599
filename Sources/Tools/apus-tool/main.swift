import ApusDriver
import ApusTool

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

exit(CommandLineTool.tool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
