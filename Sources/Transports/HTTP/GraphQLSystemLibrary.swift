/// A library of the system that Apus calls: libcurl or SQLite.
///
/// ```swift
/// print(CurlTransport.library?.description ?? "no libcurl")  // libcurl/7.88.1 OpenSSL/3.0.19 …, loaded
/// ```
public struct GraphQLSystemLibrary: Hashable, Sendable, CustomStringConvertible {
  /// Its version, in its own words.
  public let version: String
  /// Whether the program links it, by the package's trait `LinkedLibraries`. Otherwise the program loaded it when it needed it.
  public let isLinked: Bool

  package init(version: String, isLinked: Bool) {
    self.version = version
    self.isLinked = isLinked
  }

  /// The version, and the form: `libcurl/7.88.1, linked`.
  public var description: String { "\(version), \(isLinked ? "linked" : "loaded")" }
}
