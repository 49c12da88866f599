import ApusCompiler

#if canImport(Darwin)
  import Darwin
  import MachO
#endif

/// The program that runs.
enum Executable {
  /// What tells it from other builds of it, which may say the same version; nil where that cannot be told.
  ///
  /// Not the number that the file system has for it: in a build folder that was restored it is another.
  static var identity: String? {
    guard let path, let stamp = FileSystem.stamp(of: path) else { return nil }
    return "\(Version.current) \(stamp)"
  }

  private static var path: String? {
    #if canImport(Darwin)
      var size: UInt32 = 0
      _NSGetExecutablePath(nil, &size)
      var text = [CChar](repeating: 0, count: Int(size) + 1)
      guard _NSGetExecutablePath(&text, &size) == 0 else { return nil }
      return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
    #else
      return "/proc/self/exe"
    #endif
  }
}
