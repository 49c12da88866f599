/// What stands before a declaration.
struct Documentation {
  /// Lines of a doc comment, without slashes.
  var lines: [String] = []
  /// The reason of a deprecation; nil when the declaration is not deprecated.
  var deprecation: String? {
    didSet {
      attribute = deprecation.map { "@available(*, deprecated, message: \(SwiftLiteral.escaped($0)))" }
    }
  }
  /// The attribute that says so. Kept: a field is declared many times, and the reason has to be escaped.
  private(set) var attribute: String?

  init(lines: [String] = []) { self.lines = lines }
}
