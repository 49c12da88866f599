/// What stands before a declaration.
struct Documentation {
  /// Lines of a doc comment, without slashes.
  var lines: [String] = []
  /// The reason of a deprecation; nil when the declaration is not deprecated.
  var deprecation: String?
}
