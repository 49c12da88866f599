/// A random Swift file that mentions `GraphQLSource` in all the places where Swift's grammar has a type or an expression.
///
/// The grammar says what is expected: a literal with the type GraphQLSource itself, in a static or global declaration, is a document. Every
/// other place in which Swift makes a value of the type from a literal, or may do so later, is one error per mention.
struct RandomMentions {
  private(set) var text = ""
  private(set) var documents: [String] = []
  private(set) var errors = 0
  /// The number of mentions that are neither.
  private(set) var others = 0
  private var swift: RandomSwift
  private var names = 0

  /// A type that mentions GraphQLSource once, with an expression of literals that Swift gives this type.
  private struct Kind {
    var type: String
    var value: String
    var isPlain = false
    /// Whether it may be followed by `.self` and `?`.
    var isPostfix = true
  }

  init(seed: UInt64) {
    swift = RandomSwift(seed: seed)
    for _ in 0..<6 {
      text += swift.code().replacing("return ", with: "_ = ")
      addItem()
    }
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &swift.random)]
  }

  private mutating func name() -> String {
    names += 1
    return "n\(names)"
  }

  private mutating func literal() -> String {
    pick(["\"{ a }\"", "#\"{ a }\"#", "\"\"\"\n    { a }\n    \"\"\"", "\"\""])
  }

  // MARK: - Types

  private mutating func plainName() -> String {
    pick(["GraphQLSource", "GraphQLSource", "Apus.GraphQLSource", "`GraphQLSource`"])
  }

  private mutating func kind() -> Kind {
    var kind = Kind(type: plainName(), value: literal(), isPlain: true)
    for _ in 0..<pick([0, 1, 1, 2]) { kind = wrapped(kind) }
    return kind
  }

  private mutating func wrapped(_ kind: Kind) -> Kind {
    let inner = kind.isPostfix ? kind.type : "(\(kind.type))"
    let (type, value) = (kind.type, kind.value)
    return pick([
      Kind(type: "[\(type)]", value: "[\(value), \(value)]"),
      Kind(type: "\(inner)?", value: value),
      Kind(type: "[String: \(type)]", value: "[\"a\": \(value)]"),
      Kind(type: "[\(type): Int]", value: "[\(value): 1]"),
      Kind(type: "Dictionary<String, \(type)>", value: "[\"a\": \(value)]"),
      Kind(type: "Dictionary<\(type), [Int]>", value: "[\(value): []]"),
      Kind(type: "Swift.Array<\(type)>", value: "[\(value)]"),
      Kind(type: "(a: \(type), b: Int)", value: "(a: \(value), b: 1)"),
      Kind(type: "(Int, \(type))", value: "(1, \(value))"),
      Kind(type: "() -> \(type)", value: "{ \(value) }", isPostfix: false),
      Kind(type: "@Sendable (Int) async throws -> \(type)", value: "{ _ in \(value) }", isPostfix: false),
      Kind(type: "(\(type), Int) -> Void", value: "{ print($0, $1, \"\") }", isPostfix: false),
    ])
  }

  // MARK: - Places

  private mutating func addItem() {
    switch Int.random(in: 0..<8, using: &swift.random) {
    case 0, 1: addDocument()
    case 2, 3, 4: addError()
    default: addOther()
    }
  }

  private mutating func addDocument() {
    let text = pick(["{ a }", "query Q { a }", ""])
    let (name, type, literal) = (name(), plainName(), "\"\(text)\"")
    documents.append(text)
    add(
      pick([
        "let \(name): \(type) = \(literal)", "let \(name) = \(type)(\(literal))",
        "enum \(name) { static let a: \(type) = \(literal) }",
        "extension [Int] { static var \(name): \(type) { \(literal) } }",
        "extension GraphQLSource { public static let \(name): Self = \(literal) }",
        "extension `GraphQLSource`: P { static let \(name) = Self(\(literal)) }",
        "struct \(name)<A> where A: B { static var a: \(type) { \(literal) } }",
      ]))
  }

  private mutating func addError() {
    let kind = kind()
    let (name, type, value) = (name(), kind.type, kind.value)
    let plain = plainName()
    var texts = [
      "let \(name): \(type)\n\(name) = \(value)", "var \(name): \(type)", "struct \(name) { let a: \(type) }",
      "func \(name)(_ a: \(type) = \(value), b: Int) {}",
      "func \(name)<A>(c: () -> Void = {}, a: \(type) = \(value)) {}",
      "struct \(name) { init?(a: \(type) = \(value)) {} }",
      "struct \(name) { subscript(a: \(type) = \(value)) -> Int { 1 } }",
      "enum \(name) { case a, b(c: \(type) = \(value)) }", "func \(name)() -> \(type) { \(value) }",
      "struct \(name) { static func < (a: Self, b: Self) -> \(type) { return \(value) } }",
      "struct \(name) { subscript(a: Int) -> \(type) { get { \(value) } } }",
      "let \(name) = { () -> \(type) in \(value) }",
      "let \(name) = f { [a] (b: Int) async -> \(type) in \(value) }",
      "let \(name) = \(kind.isPostfix ? value : "(\(value))") as \(type)",
      "f(\(kind.isPostfix ? value : "(\(value))") as \(type), 1)",
      "typealias \(name) = \(type)", "struct \(name)<A> { typealias B<C> = \(type) }",
      "for \(name): \(type) in [\(value)] { print(\(name)) }", "func \(name)() { let a: \(type) = \(value) }",
      "func \(name)() { guard let a: \(type) = f(\(value)) else { return } }",
      "let \(name) = 1, other\(name): \(type) = \(value)",
      "extension Array where Element == \(type) { var a: Self { [\(value)] } }",
      "func \(name)(_ a: \(type), b: String = \"\") { print(\"\") }",
      "func \(name)(b: String = \"\", a: \(type) = c) {}",
      "func \(name)(b: () -> Void = { print(\"\") }, a: \(type)) { print(\"\") }",
      "func \(name)(_ a: inout \(type)) async throws -> [Int] { [] }",
      "struct \(name) { init?(a: \(type)) { f(\"\") } }",
      "struct \(name) { subscript<A>(a: \(type), b: A) -> String { \"\" } }",
      "struct \(name) { subscript(a: Int) -> \(type) { get { b } set {} } }",
      "enum \(name) { case a, b(\(type)) }",
      "struct \(name) { static func == (a: \(type), b: Int) -> String { \"\" } }",
      "protocol \(name) { func a(b: \(type))\n  var c: Int { get } }",
      "let \(name) = { (a: \(type)) in \"\" }",
      "let \(name) = { @Sendable [b] (a: \(type), b: Int) async throws -> String in \"\" }",
      "func \(name)() -> (\(type)) -> Void { a }", "func \(name)() -> [\(type)] { a }",
      "func \(name)<A: P<\(type)>>(_ a: A) -> Int { 1 }",
      "func \(name)<A: P>(_ a: A) -> Int where A.Element == \(type) { 1 }",
      "extension Array where Element == \(type) { var a: Int { 1 } }",
      "class \(name): A<\(type)> {}",
      "protocol \(name) { static var a: \(type) { get set } }",
      "struct \(name) { static var a: \(plain) { set { f(newValue) } get { b } } }",
      "var \(name): \(plain) = \"\"", "var \(name) = \(plain)(\"\")",
      "struct \(name) { private(set) static var a: \(plain) = \"\" { didSet { print(\"\") } } }",
      "extension GraphQLSource { func \(name)(a: Self) { print(a) } }",
      "extension GraphQLSource { func \(name)() { let a: [Self] = [\"\"] } }",
      "extension GraphQLSource { static func \(name)() -> Self { \"\" } }",
      "extension GraphQLSource { init(a: Int) { self = \"\" } }",
      "extension GraphQLSource { init(a: Int) { self.init(stringLiteral: \"\") } }",
      "extension GraphQLSource { static func \(name)() { f(Self(\"\")) } }",
      "extension GraphQLSource { static let a = f(Self.init(\"\")) }",
      "let \(name) = \(plain).init(stringLiteral: \"\")", "let \(name) = f(\(plain)(\"\"))",
      "let \(name) = a ?? \(plain)(\"\")",
      "let \(name) = a ? \(plain)(\"\") : b", "switch a { case .b: f(\(plain)(\"\")); default: f(1) }",
      "let \(name) = a ? \"\" as \(plain) : b", "func \(name)() -> [\(plain)].Element { \"\" }",
      "if case .a = b, f([\"\"] as [\(plain)]) {}",
      "let \(name) = [\(plain)](repeating: \"\", count: 2)", "let \(name) = Set<\(plain)>([\"\"])",
      "f(a, { \"\" }, \(plain)(\"\"))", "func \(name)(a: Int = f({ 1 }), b: \(plain) = \"\") {}",
      "let (\(name), other\(name)): (\(plain), Int) = (\"\", 1)", "let \(name) = \"\\(f(\(plain)(\"\"))) \"",
      "#if DEBUG\nlet \(name): \(plain) = \"\"\n#endif", "let \(name) = \(plain).f(\"\")",
      "let \(name) = [\(plain)].init()",
    ]
    if kind.isPlain {
      texts += [
        "let \(name): \(type) = .init(\"\")", "let \(name): \(type) = \"\" as Apus.GraphQLSource",
        "let \(name): \(type) = f(\"\")",
        "let \(name): \(type) = \(plain)(stringLiteral: \"\")",
        "struct \(name) { lazy var a = \(type)(\"\") }",
        "struct \(name) { static var a: \(type) { a ? \"\" : \"\" } }", "let \(name): \(type) = \"\" + \"\"",
        "let \(name): \(type) = a ?? \"\"",
      ]
    }
    errors += 1
    add(pick(texts))
  }

  private mutating func addOther() {
    let kind = kind()
    let (name, type, plain) = (name(), kind.type, plainName())
    let postfix = kind.isPostfix ? type : "(\(type))"
    others += 1
    add(
      pick([
        "func \(name)() -> \(plain) { a.b }",
        "struct \(name)<A: P> { static var a: \(plain) { A.a } }",
        "func \(name)(a: Int) async throws -> \(plain) where A: B { return c }",
        "protocol \(name) { static var a: \(plain) { get } }",
        "protocol \(name) { func a() throws -> \(plain)\n  var b: String { get } }",
        "let \(name) = a is \(type)",
        "let \(name) = a as? \(type) ?? b(\"\")", "if let \(name) = a as? \(type) { print(\"\") }",
        "do {} catch let \(name) as \(type) { print(\"\") }",
        "switch a { case is \(type): f(\"\"); default: f(1) }",
        "let \(name) = \(postfix).self", "f(\(postfix).self, \"\")",
        "if \(name) == GraphQLSource.albums { print(\"\") }",
        "let \(name) = a.GraphQLSource", "let \(name) = f(GraphQLSource: \"\")",
        "let \(name) = \\GraphQLSource.a",
        "extension GraphQLSource { var \(name): String { \"\\(self)\" } }",
        "extension GraphQLSource { func \(name)() -> Self { self } }",
        "let \(name): GraphQLSource.Kind = \"\"", "func \(name)(a: GraphQLSource.Kind = \"\") {}",
        "import struct Apus.GraphQLSource", "// let \(name): GraphQLSource = \"\"",
        "let \(name) = \"GraphQLSource(\\\"\\\")\"",
        "extension GraphQLSource { struct \(name) { func a() -> Self { f(\"\") } } }",
      ]))
  }

  private mutating func add(_ item: String) {
    let isDeclaration = !item.hasPrefix("import") && !item.hasPrefix("#") && !item.hasPrefix("//")
    switch Int.random(in: 0..<4, using: &swift.random) {
    case 0 where isDeclaration: text += "struct W\(names) {}; \(item)\n"
    case 1 where isDeclaration: text += "/* } */ \(item) // {\n"
    default: text += "\(item)\n"
    }
  }
}
