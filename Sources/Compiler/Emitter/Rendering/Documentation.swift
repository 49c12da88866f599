/// The doc comment and attributes of a declaration.
struct Documentation {
  /// The lines of the doc comment, without slashes.
  var lines: [String] = []
  /// The reason for deprecation; nil if the declaration is not deprecated.
  var deprecation: String? {
    didSet {
      attribute = deprecation.map { "@available(*, deprecated, message: \(SwiftLiteral.escaped($0)))" }
    }
  }
  /// The deprecation attribute. Stored, because escaping the reason again for each use of a field would be slow.
  private(set) var attribute: String?

  init(lines: [String] = []) { self.lines = lines }
}
