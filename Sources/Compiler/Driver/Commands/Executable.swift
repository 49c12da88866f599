#if canImport(Darwin)
  import Darwin
  import MachO
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The path of the running program.
package enum Executable {
  /// Identifies this build, because other builds may have the same version; nil if it cannot be determined.
  ///
  /// The inode number is not used: it differs in a restored build folder.
  static var identity: String? {
    guard let path, let stamp = FileSystem.stamp(of: path) else { return nil }
    return "\(Version.current) \(stamp)"
  }

  /// Another program of the package: named by a plugin, or in the same folder; nil if there is none.
  package static func program(_ name: String) -> String? {
    if let given = getenv("APUS_PROGRAM") {
      let path = String(cString: given)
      // The package manager adds a suffix to programs that it builds for plugins: `apus-mock-tool`.
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
