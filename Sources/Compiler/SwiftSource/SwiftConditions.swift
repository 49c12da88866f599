import ApusSource

/// The `#if` around a place in a Swift file.
///
/// A document is compiled once for all platforms, and what is generated from it exists on each of them. So a condition that only
/// tests the platform does not matter, such as `#if canImport(SwiftUI)` around a whole file. Any other one may leave out the
/// document in some builds, which the compiler cannot know.
struct SwiftConditions {
  private struct Clause {
    /// Whether this condition and those of the clauses before it only test the platform.
    var isPlatform: Bool
    /// The offset of the outermost clause around it, or of itself, that depends on more than the platform.
    var unknown: Int?
  }

  /// The clauses around the place, the innermost last.
  private var clauses: [Clause] = []

  /// The offset of the outermost clause that depends on more than the platform; nil if there is none.
  var unknown: Int? { clauses.last?.unknown }

  /// Reads an `#if`.
  ///
  /// - Parameters:
  ///   - start: the offset of the directive.
  ///   - condition: the rest of its line.
  mutating func begin(_ source: SourceFile, _ start: Int, condition: Range<Int>) {
    let isPlatform = SwiftConditions.testsPlatformAlone(source, condition)
    clauses.append(Clause(isPlatform: isPlatform, unknown: unknown ?? (isPlatform ? nil : start)))
  }

  /// Reads an `#elseif`, which holds only if no condition before it does.
  mutating func begin(elseIf source: SourceFile, _ start: Int, condition: Range<Int>) {
    if let before = clauses.popLast(), !before.isPlatform { return clauses.append(before) }
    begin(source, start, condition: condition)
  }

  /// Reads an `#endif`.
  mutating func end() { _ = clauses.popLast() }

  /// Whether a condition consists of tests of the platform, and of operators between them.
  private static func testsPlatformAlone(_ source: SourceFile, _ condition: Range<Int>) -> Bool {
    var lexer = SwiftLexer(source, condition: condition)
    var tests = 0
    // The open parentheses between tests. A condition that goes on after its line is not read to its end.
    var open = 0
    // Whether the last token is the name of a test, and the number of open parentheses of its arguments.
    var isTest = false
    var depth = 0
    while let token = lexer.next() {
      if isTest || depth > 0 {
        if isTest, !token.is("(") { return false }
        isTest = false
        if token.is("(") { depth += 1 }
        if token.is(")") { depth -= 1 }
      } else if platformTests.contains(where: { token.is(word: $0) }) {
        isTest = true
        tests += 1
      } else if token.is("(") {
        open += 1
      } else if token.is(")") {
        open -= 1
      } else if !"!&|".unicodeScalars.contains(where: token.is) {
        return false
      }
    }
    return tests > 0 && !isTest && depth == 0 && open == 0
  }

  private static let platformTests: [StaticString] = ["canImport", "os", "arch", "targetEnvironment"]
}
