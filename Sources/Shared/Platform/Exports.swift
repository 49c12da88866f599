// The parts of Foundation that the runtime's modules use. They import this module instead.
//
// On Linux, Foundation adds ICU and more to a program, 45 MB in total. `FoundationEssentials` is sufficient, apart from Dispatch and the C library,
// which Foundation would export.
#if os(Linux)
  @_exported public import Dispatch
  @_exported public import FoundationEssentials
  #if canImport(Musl)
    @_exported public import Musl
  #else
    @_exported public import Glibc
  #endif
#else
  @_exported public import Foundation
#endif
