import ApusCompiler

#if canImport(Darwin)
  import Darwin
  import MachO
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
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

  /// Another program of the package: the one that a plugin names, or the one in the folder of this program; nil where there is none.
  static func program(_ name: String) -> String? {
    if let given = getenv("APUS_PROGRAM") {
      let path = String(cString: given)
      // The package manager calls programs that it has built for plugins `apus-mock-tool` and the like.
      if [name, name + "-tool"].contains(Path.lastComponent(of: path)) { return path }
    }
    guard let path, let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    let found = Path.join(Path.parent(of: String(cString: real)), name)
    return FileSystem.kind(of: found) == .file ? found : nil
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
