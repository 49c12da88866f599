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
  /// The attribute `@available(*, deprecated, message: …)`. Stored, because a field can be selected many times, and escaping its reason each time
  /// would be slow.
  private(set) var attribute: String?

  init(lines: [String] = []) { self.lines = lines }
}
