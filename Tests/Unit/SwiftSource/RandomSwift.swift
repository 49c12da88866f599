import TestSupport

/// A random Swift file, with the documents in it.
struct RandomSwift {
  private(set) var text = ""
  private(set) var documents: [String] = []
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed) }

  private static let decoy = "let decoy: GraphQLSource = "

  /// Adds declarations of a type or of the file.
  mutating func add(declarations count: Int, depth: Int) {
    for _ in 0..<count {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...2: addDocument(depth)
      case 3: text += "\(indentation(depth))// \(Self.decoy)\"{ a }\" \" /*\n"
      case 4: text += "\(indentation(depth))/* \(Self.decoy) /* \" */ ` */\n"
      case 5 where depth < 3: addType(depth)
      case 6 where depth < 3: addConditional(depth)
      case 7 where depth < 3: addPlatform(depth)
      default: text += indentation(depth) + "static func f\(depth)() {\n\(code())\(indentation(depth))}\n"
      }
    }
  }

  private func indentation(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

  private mutating func addType(_ depth: Int) {
    let kind =
      ["struct A", "final class B: C", "enum D<E> where E: F", "actor G", "extension H.I"]
      .randomElement(using: &random) ?? ""
    text += indentation(depth) + kind + " {\n"
    add(declarations: 3, depth: depth + 1)
    text += indentation(depth) + "}\n"
  }

  private mutating func addConditional(_ depth: Int) {
    text +=
      "\(indentation(depth))#if canImport(A) && \"GraphQLSource\" != b\n\(code())#else\n\(code())#endif\n"
  }

  /// Declarations for some platforms, which are read all the same.
  private mutating func addPlatform(_ depth: Int) {
    let conditions = ["canImport(A)", "os(B) || !arch(c) // \"", "(os(D)) && targetEnvironment(e)"]
    text += "\(indentation(depth))#if \(conditions.randomElement(using: &random) ?? "")\n"
    add(declarations: 2, depth: depth + 1)
    if Bool.random(using: &random) { text += "\(indentation(depth))#else\n" }
    add(declarations: 1, depth: depth + 1)
    text += "\(indentation(depth))#endif\n"
  }

  /// Statements in which slashes, quotes and brackets mean many things.
  mutating func code() -> String {
    var lines = ""
    for _ in 0..<Int.random(in: 0...3, using: &random) { lines += "    " + statement(2) + "\n" }
    return lines
  }

  private mutating func statement(_ depth: Int) -> String {
    let expression = expression(depth)
    return
      [
        "let a = \(expression)", "if b { return \(expression) }", "f(\(expression), g: [\(expression)])",
        "a = b / c / \(expression)", "for x in /\"{(/.matches { }",
      ].dropLast(1).randomElement(using: &random) ?? ""
  }

  private mutating func expression(_ depth: Int) -> String {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return "/[\"'] \\/ \\( {/"
    case 1: return "#/ \" \(Self.decoy) /#"
    case 2: return "{ $0 }(1)"
    case 3: return "`it's \"x\"`"
    case 4 where depth > 0: return "\"a\\(\(expression(depth - 1))) \(Self.decoy.dropLast()) }\""
    case 5 where depth > 0: return "#\"\\( \" \\#(f(\(expression(depth - 1)))) {\"#"
    case 6: return "\"\"\"\n      \(Self.decoy)\"{ a }\" {\n      \"\"\""
    default: return "\"\\\\ \\\" \(Self.decoy)\""
    }
  }

  // MARK: - Documents

  private mutating func addDocument(_ depth: Int) {
    let document = documentText()
    documents.append(document)
    let literal = literal(of: document, indentation(depth) + "  ")
    let head = indentation(depth) + (depth > 0 || Bool.random(using: &random) && depth > 0 ? "static " : "")
    switch Int.random(in: 0..<4, using: &random) {
    case 0: text += head + "let d = GraphQLSource(\(literal))\n"
    case 1 where depth > 0: text += head + "var d: GraphQLSource { \(literal) }\n"
    case 2: text += head + "let d: Apus.GraphQLSource = \(literal); let e = 1\n"
    default: text += head + "let d: GraphQLSource = \(literal)\n"
    }
  }

  private mutating func documentText() -> String {
    let parts = [
      "query", " ", "\n", "  ", "{", "}", "\"", "\"\"\"", "#", "\\", "é", "😀", "\t", "\n\n", "(a: 1)", "\\n",
      "0",
    ]
    var result = ""
    for _ in 0..<Int.random(in: 0...20, using: &random) {
      result += parts.randomElement(using: &random) ?? ""
    }
    return result
  }

  /// A literal with this value, in a random form.
  private mutating func literal(of document: String, _ indentation: String) -> String {
    let pounds = String(repeating: "#", count: Int.random(in: 0...3, using: &random))
    let isMultiline = Bool.random(using: &random)
    var body = ""
    for scalar in document.unicodeScalars {
      if Int.random(in: 0..<8, using: &random) == 0 || !isPlain(scalar, isMultiline) {
        body += "\\" + pounds + escape(scalar)
      } else if scalar == "\n" {
        body += (Int.random(in: 0..<6, using: &random) == 0 ? "\r\n" : "\n") + indentation
      } else {
        body.unicodeScalars.append(scalar)
        if isMultiline, Int.random(in: 0..<20, using: &random) == 0 { body += "\\\(pounds)\n" + indentation }
      }
    }
    if !isMultiline { return pounds + "\"" + body + "\"" + pounds }
    return pounds + "\"\"\"\n" + indentation + body + "\n" + indentation + "\"\"\"" + pounds
  }

  /// Whether a character may be in a literal as itself. Quotes and backslashes are always escaped: which of them have to be
  /// is what the tests of single forms are about.
  private func isPlain(_ scalar: Unicode.Scalar, _ isMultiline: Bool) -> Bool {
    scalar != "\"" && scalar != "\\" && (isMultiline || scalar != "\n")
  }

  private mutating func escape(_ scalar: Unicode.Scalar) -> String {
    let short: [Unicode.Scalar: String] = ["\n": "n", "\t": "t", "\"": "\"", "\\": "\\", "0": "u{30}"]
    if Bool.random(using: &random), let known = short[scalar] { return known }
    return "u{\(String(scalar.value, radix: 16))}"
  }
}
