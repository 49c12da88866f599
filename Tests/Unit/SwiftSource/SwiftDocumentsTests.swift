import ApusSource
import Testing

@testable import ApusSwiftSource

/// Which declarations are documents, and what is said of those that are not.
@Suite(.timeLimit(.minutes(15))) struct SwiftDocumentsTests {
  // MARK: - Documents

  @Test(arguments: [
    "let a: GraphQLSource = \"{ a }\"",
    "var a: GraphQLSource { \"{ a }\" }",
    "public let a: GraphQLSource = \"{ a }\" // a comment",
    "let a = GraphQLSource(\"{ a }\")",
    "let a: GraphQLSource = GraphQLSource(\"{ a }\")",
    "let a: Apus.GraphQLSource = \"{ a }\"",
    "let a = Apus.GraphQLSource(\"{ a }\")",
    "let a: Apus.GraphQLSource = Apus.GraphQLSource(\"{ a }\")",
    "let `a`: GraphQLSource = \"{ a }\"",
    "let a: GraphQLSource = #\"{ a }\"#",
    "let a: GraphQLSource = \"\"\"\n  { a }\n  \"\"\"",
    "let a: GraphQLSource = ##\"\"\"\n  { a }\n  \"\"\"##",
    "let a: GraphQLSource =\n  \"{ a }\"\n@MainActor func f() {}",
    "let a : GraphQLSource=\"{ a }\";let b = 1",
    "let a: /* here */ GraphQLSource /* and */ = /* there */ \"{ a }\"",
    "let a: GraphQLSource = \"{ a }\"\n(1, 2).f()",
    "let a: `GraphQLSource` = \"{ a }\"",
    "let a = `Apus`.`GraphQLSource`(\"{ a }\")",
    "extension GraphQLSource { static let a: Self = \"{ a }\" }",
    "extension GraphQLSource { static let a = Self(\"{ a }\") }",
    "extension [Int] { static var a: GraphQLSource { \"{ a }\" } }",
    "\u{FEFF}struct A { static let a: GraphQLSource = \"{ a }\" }",
    "enum Names { static let a: GraphQLSource = \"{ a }\" }",
    "struct A { static let a: GraphQLSource = \"{ a }\", b = 1 }",
    "class A: B { final public static let a: GraphQLSource = \"{ a }\" }",
    "actor A { @available(*, deprecated) static let a: GraphQLSource = \"{ a }\" }",
    "extension A.B where C: D { private static let a: GraphQLSource = \"{ a }\" }",
    "extension A { static @MainActor let a: GraphQLSource = \"{ a }\" }",
    "protocol P: AnyObject {}\nstruct A { class B {} static let a: GraphQLSource = \"{ a }\" }",
    "class A { class func f() {}\n static let a: GraphQLSource = \"{ a }\" }",
    "func f() { struct A { static let a: GraphQLSource = \"{ a }\" } }",
    "struct A { var b: Int { 1 }\n static let a: GraphQLSource = \"{ a }\" }",
    "struct A<B> { static var a: GraphQLSource { \"{ a }\" } }",
    "#if os(iOS)\nimport UIKit\n#endif\nlet a: GraphQLSource = \"{ a }\"",
    "#if DEBUG\nimport UIKit\n#endif\nlet a: GraphQLSource = \"{ a }\"",
    "#if canImport(SwiftUI)\nimport SwiftUI\nstruct A: View { static let a: GraphQLSource = \"{ a }\" }\n#endif",
    "#if canImport(UIKit, _version: 1.2) && !os(watchOS) // \"DEBUG\"\nlet a: GraphQLSource = \"{ a }\"\n#endif",
    "#if (os(iOS)||os(macOS)) && !targetEnvironment(macCatalyst) && arch(arm64)\nlet a: GraphQLSource = \"{ a }\"\n#endif",
    "#if os(iOS)\n#if canImport(B)\nlet a: GraphQLSource = \"{ a }\"\n#endif\n#elseif DEBUG\n#endif",
    "#if os(iOS)\n#elseif os(macOS)\n#else\nlet a: GraphQLSource = \"{ a }\"\n#endif",
    "#if os(iOS)\n#if DEBUG\n#endif\nstruct A { static let a: GraphQLSource = \"{ a }\" }\n#endif",
    "#!/usr/bin/env swift \"\nlet a: GraphQLSource = \"{ a }\"",
    "\u{FEFF}let a: GraphQLSource = \"{ a }\"",
    "}\n}\nlet a: GraphQLSource = \"{ a }\"",
  ])
  func `a static or global declaration with a literal is a document`(_ text: String) {
    let found = FoundDocuments(text)
    #expect(found.errors == [])
    #expect(found.texts == ["{ a }"])
  }

  @Test func `a file may have any number of documents`() {
    let found = FoundDocuments(
      "let a: GraphQLSource = \"{ a }\"\nstruct B { static let b = GraphQLSource(\"{ b }\") }\nlet c: GraphQLSource = \"\""
    )
    #expect(found.texts == ["{ a }", "{ b }", ""])
    #expect(FoundDocuments("let a = 1").texts == [])
    #expect(FoundDocuments("").texts == [])
  }

  @Test(arguments: [
    "// let a: GraphQLSource = \"{ a }\"",
    "/* /* */ let a: GraphQLSource = \"{ a }\" */",
    "/// ```swift\n/// let a: GraphQLSource = \"{ a }\"\n/// ```\nlet b = 1",
    "let b = \"let a: GraphQLSource = \\\"{ a }\\\"\"",
    "let b = #\"let a: GraphQLSource = \"{ a }\" \"#",
    "let b = \"\"\"\n  let a: GraphQLSource = \"{ a }\"\n  \"\"\"",
    "let b = /let a: GraphQLSource = \"{ a }\"/",
    "let b = #/ let a: GraphQLSource = \"{ a }\" /#",
    "let a: MyGraphQLSource = \"{ a }\"",
    "let a: GraphQLSources = \"{ a }\"",
    "let a: Other.GraphQLSource = \"{ a }\"",
    "struct GraphQLSource: ExpressibleByStringLiteral {}",
    "extension GraphQLSource { func f() {} }",
    "import struct Apus.GraphQLSource",
    "protocol P { static var document: GraphQLSource { get } }",
    "func f() -> GraphQLSource { A.document }",
    "struct A<B: P>: P { static var document: GraphQLSource { B.document } }",
    "struct A { var document: GraphQLSource { if b { return C.document }\n return D.document } }",
    "let b = a is GraphQLSource",
    "let b = [GraphQLSource]()".replacing("()", with: ".self"),
    "let b = GraphQLSource.self == GraphQLSource.self",
    "let GraphQLSource = \"{ a }\"",
    "let b = a as? [GraphQLSource]",
    "do {} catch let a as GraphQLSource { f(\"\") }",
    "let b: GraphQLSource.Kind = \"a\"",
    "extension GraphQLSource { var a: String { \"a\" } }",
    "let a = GraphQLSource.albums",
  ])
  func `what only mentions the type is ignored`(_ text: String) {
    let found = FoundDocuments(text)
    #expect(found.errors == [])
    #expect(found.texts == [])
  }

  // MARK: - Refusals

  @Test(arguments: [
    ("let a: GraphQLSource = \"{ a\\(b) }\"", "swift-literal: \\("),
    ("let a: GraphQLSource = #\"{ a\\#(b) }\"#", "swift-literal: \\#"),
    ("let a: GraphQLSource = \"\"\"\n  { \\(\"b\") }\n  \"\"\"", "swift-literal: \\("),
    ("let a = GraphQLSource(\"{ a\\(b) }\")", "swift-literal: \\("),
    ("let a: GraphQLSource = \"{ a\" + \" }\"", "unread-swift-document: +"),
    ("let a: GraphQLSource = \"{ a\"\n  + \" }\"", "unread-swift-document: +"),
    ("let a: GraphQLSource = \"{ a }\".b", "unread-swift-document: ."),
    ("let a: GraphQLSource = \"{ a }\"\n  .b()", "unread-swift-document: ."),
    ("let a: GraphQLSource = \"{ a }\" as GraphQLSource", "unread-swift-document: as"),
    ("let a = GraphQLSource(\"{ a\" + \" }\")", "unread-swift-document: +"),
    ("let a = GraphQLSource(\"{ a }\").b", "unread-swift-document: ."),
    ("let a: GraphQLSource = b", "unread-swift-document: b"),
    ("let a: GraphQLSource = (\"{ a }\")", "unread-swift-document: ("),
    ("let a: GraphQLSource = .init(\"{ a }\")", "unread-swift-document: ."),
    ("let a = GraphQLSource(stringLiteral: \"{ a }\")", "unread-swift-document: stringLiteral"),
    ("let a = b ? GraphQLSource(\"{ a }\") : c", "unread-swift-document: GraphQLSource"),
    ("send(GraphQLSource(\"{ a }\"))", "unread-swift-document: GraphQLSource"),
    ("let a = \"{ a }\" as GraphQLSource", "unread-swift-document: GraphQLSource"),
    (
      "struct A { static var a: GraphQLSource { b ? \"{ a }\" : \"{ b }\" } }",
      "unread-swift-document: GraphQLSource"
    ),
    ("struct A { static var a: GraphQLSource { \"{ a\" + \" }\" } }", "unread-swift-document: GraphQLSource"),
    (
      "struct A { static var a: GraphQLSource { get { \"{ a }\" } } }", "unread-swift-document: GraphQLSource"
    ),
    (
      "struct A { static var a: GraphQLSource { get { b } set { b = newValue } } }",
      "unread-swift-document: GraphQLSource"
    ),
    ("func f() -> GraphQLSource { \"{ a }\" }", "unread-swift-document: GraphQLSource"),
    ("func f(a: GraphQLSource = \"{ a }\") {}", "unread-swift-document: GraphQLSource"),
    ("let a: GraphQLSource? = \"{ a }\"", "unread-swift-document: GraphQLSource"),
    ("let a: [GraphQLSource] = [\"{ a }\"]", "unread-swift-document: GraphQLSource"),
    ("let a: [String: GraphQLSource] = [\"a\": \"{ a }\"]", "unread-swift-document: GraphQLSource"),
    ("let a: Box<GraphQLSource> = \"{ a }\"", "unread-swift-document: GraphQLSource"),
    ("typealias Source = GraphQLSource\nlet a: Source = \"{ a }\"", "unread-swift-document: GraphQLSource"),
    ("let a = GraphQLSource.init(stringLiteral: \"{ a }\")", "unread-swift-document: GraphQLSource"),
    ("let a = [\"{ a }\"] as [GraphQLSource]", "unread-swift-document: GraphQLSource"),
    ("f(\"{ a }\" as GraphQLSource)", "unread-swift-document: GraphQLSource"),
    ("let a = [`GraphQLSource`(\"{ a }\")]", "unread-swift-document: `GraphQLSource`"),
    ("let a: (a: GraphQLSource, b: Int) = (\"{ a }\", 1)", "unread-swift-document: GraphQLSource"),
    ("let a: Dictionary<String, GraphQLSource> = [\"a\": \"{ a }\"]", "unread-swift-document: GraphQLSource"),
    ("let a: GraphQLSource\na = \"{ a }\"", "unread-swift-document: GraphQLSource"),
    ("struct A { let a: GraphQLSource }", "unread-swift-document: GraphQLSource"),
    ("let a: () -> GraphQLSource = { \"{ a }\" }", "unread-swift-document: GraphQLSource"),
    ("let a = { () -> GraphQLSource in \"{ a }\" }", "unread-swift-document: GraphQLSource"),
    ("for a: GraphQLSource in [\"{ a }\"] {}", "unread-swift-document: GraphQLSource"),
    ("extension GraphQLSource { static let a = f(Self(\"{ a }\")) }", "unread-swift-document: Self"),
    ("extension GraphQLSource { init(a: Int) { self = \"{ a }\" } }", "unread-swift-document: self"),
    (
      "extension [GraphQLSource] { static var a: Self { [\"{ a }\"] } }",
      "unread-swift-document: GraphQLSource"
    ),
    (
      "protocol P { static var document: GraphQLSource { get set }\n var b: Int { get } }",
      "unread-swift-document: GraphQLSource"
    ),
    ("protocol P { var documents: [GraphQLSource] { get } }", "unread-swift-document: GraphQLSource"),
    ("func f(_ a: [GraphQLSource] = [], b: String = \"\") {}", "unread-swift-document: GraphQLSource"),
    ("extension [GraphQLSource] { func f() {} }", "unread-swift-document: GraphQLSource"),
    ("let f = { (a: GraphQLSource) in a }", "unread-swift-document: GraphQLSource"),
    ("enum A { case b(GraphQLSource) }", "unread-swift-document: GraphQLSource"),
    ("func f(_ s: GraphQLSource) {}", "unread-swift-document: GraphQLSource"),
    ("struct A { init(_ s: GraphQLSource) {} }", "unread-swift-document: GraphQLSource"),
    ("struct A { subscript(a: GraphQLSource) -> Int { 1 } }", "unread-swift-document: GraphQLSource"),
    (
      "struct A { subscript(a: Int) -> GraphQLSource { get { b } set {} } }",
      "unread-swift-document: GraphQLSource"
    ),
    ("func f(_ s: (GraphQLSource) -> Void) {}", "unread-swift-document: GraphQLSource"),
    ("func f(_ s: some Sequence<GraphQLSource>) {}", "unread-swift-document: GraphQLSource"),
    ("func f<A: Sequence<GraphQLSource>>(_ a: A) {}", "unread-swift-document: GraphQLSource"),
    ("func f() -> (GraphQLSource) -> Void { g }", "unread-swift-document: GraphQLSource"),
    (
      "func f<A: P>(_ a: A) where A.Element == () -> GraphQLSource {}", "unread-swift-document: GraphQLSource"
    ),
    ("class A: B<GraphQLSource> {}", "unread-swift-document: GraphQLSource"),
    ("extension GraphQLSource? { func f(a: Wrapped) {} }", "unread-swift-document: GraphQLSource"),
    ("extension GraphQLSource? { static let a: Self = \"{ a }\" }", "unread-swift-document: GraphQLSource"),
    ("extension GraphQLSource { func f(a: Self) {} }", "unread-swift-document: Self"),
    ("var a: GraphQLSource = \"{ a }\"", "unread-swift-document: var"),
    ("struct A { static var a = GraphQLSource(\"{ a }\") }", "unread-swift-document: var"),
    (
      "struct A { private(set) static var a: GraphQLSource = \"{ a }\" { didSet { b() } } }",
      "unread-swift-document: var"
    ),
    ("let a: GraphQLSource =", "unread-swift-document: "),
    ("struct A { let a: GraphQLSource = \"{ a }\" }", "unread-swift-document: let"),
    ("struct A { lazy var a: GraphQLSource = \"{ a }\" }", "unread-swift-document: var"),
    ("func f() { let a: GraphQLSource = \"{ a }\" }", "unread-swift-document: let"),
    ("struct A { var b: Int { let a: GraphQLSource = \"{ a }\"; return 1 } }", "unread-swift-document: let"),
    ("struct A { static func f() { let a: GraphQLSource = \"{ a }\" } }", "unread-swift-document: let"),
    ("let b = { let a: GraphQLSource = \"{ a }\" }", "unread-swift-document: let"),
    ("#if DEBUG\nlet a: GraphQLSource = \"{ a }\"\n#endif", "conditional-swift-document: let"),
    (
      "#if A\n#elseif B\n#if C\n#endif\nlet a: GraphQLSource = \"{ a }\"\n#endif",
      "conditional-swift-document: let"
    ),
    (
      "#if A\n#else\nstruct B { static let a = GraphQLSource(\"{ a }\") }\n#endif",
      "conditional-swift-document: let"
    ),
    ("#if os(iOS) && DEBUG\nlet a: GraphQLSource = \"{ a }\"\n#endif", "conditional-swift-document: let"),
    ("#if swift(>=6)\nlet a: GraphQLSource = \"{ a }\"\n#endif", "conditional-swift-document: let"),
    ("#if os\nlet a: GraphQLSource = \"{ a }\"\n#endif", "conditional-swift-document: let"),
    ("#if os || (iOS)\nlet a: GraphQLSource = \"{ a }\"\n#endif", "conditional-swift-document: let"),
    ("#if\nlet a: GraphQLSource = \"{ a }\"\n#endif", "conditional-swift-document: let"),
    (
      "#if (os(Linux)\n  || DEBUG)\nlet a: GraphQLSource = \"{ a }\"\n#endif",
      "conditional-swift-document: let"
    ),
    ("#if A\n#elseif os(iOS)\nlet a: GraphQLSource = \"{ a }\"\n#endif", "conditional-swift-document: let"),
    (
      "#if os(iOS)\n#elseif A\n#else\nlet a: GraphQLSource = \"{ a }\"\n#endif",
      "conditional-swift-document: let"
    ),
    (
      "#if canImport(SwiftUI)\n#if A\nlet a: GraphQLSource = \"{ a }\"\n#endif\n#endif",
      "conditional-swift-document: let"
    ),
  ])
  func `what looks like a document and is none is refused`(_ text: String, _ error: String) {
    let found = FoundDocuments(text)
    #expect(found.errors == [error])
    #expect(found.texts == [])
  }

  @Test func `each refusal says what to write instead`() {
    for text in [
      "let a: GraphQLSource = b", "func f() { let a: GraphQLSource = \"{ a }\" }",
      "f(GraphQLSource(\"{ a }\"))",
      "let a: [GraphQLSource] = [\"{ a }\"]", "typealias Source = GraphQLSource",
      "let a: GraphQLSource = \"a\" + \"b\"",
      "#if A\nlet a: GraphQLSource = \"{ a }\"\n#endif", "let a: GraphQLSource = \"\\(b)\"",
      "struct A { let a: GraphQLSource = \"{ a }\" }", "struct A { var a: GraphQLSource { f(\"{ a }\") } }",
      "let a: GraphQLSource", "let a: GraphQLSource = \"\\u{D800}\"", "let a: GraphQLSource = \"\\u41\"",
      "extension [GraphQLSource] { static var a: Self { [\"{ a }\"] } }",
      "typealias Sources = [GraphQLSource]", "func f(_ a: GraphQLSource) {}",
      "var a: GraphQLSource = \"{ a }\"",
      "protocol P { static var a: GraphQLSource { get set } }", "extension [GraphQLSource] {}",
      "let a: GraphQLSource = \"\"\"\n  a \\\n  \"\"\"",
    ] {
      let messages = FoundDocuments(text).diagnostics.map(\.message)
      #expect(messages.count == 1, "\(text)")
      #expect(
        messages.allSatisfy { message in
          ["Write", "Add", "Move", "Use", "Declare", "Make", "Remove"].contains {
            message.contains("\($0) ") || message.contains("\($0):")
          }
        }, "\(messages)")
    }
  }

  @Test func `one refused document does not hide the others`() {
    let found = FoundDocuments(
      "let a: GraphQLSource = \"{ \\(a) }\"\nlet b: GraphQLSource = \"{ b }\"\nlet c: GraphQLSource = d")
    #expect(found.texts == ["{ b }"])
    #expect(found.errors.count == 2)
  }

  @Test func `a refused condition is noted, if others surround it`() throws {
    let found = FoundDocuments(
      "#if canImport(SwiftUI)\n#if os(iOS)\n  #elseif DEBUG || A\nlet a: GraphQLSource = \"{ a }\"\n#endif\n#endif"
    )
    let range = try #require(found.diagnostics.first?.notes.first?.range)
    #expect(range.file.text(range.start, range.end) == "#elseif DEBUG || A")
  }

  // MARK: - Text around documents

  @Test(arguments: [
    "let r = /\"/", "let r = /a\\/\"b/", "f(/[\"]/)", "let q = a / b / c", "let q = 8 /  \n2",
    "let i = a! / b",
    "let s = \"\\(f(\"}\", \"\\(\"(\")\"))\"", "let s = #\"\"\"#", "let s = ##\"a\"#b\"##", "let s = \"\"",
    "let s = \"\"\"\n\"\"\"",
    "func `it's \"quoted\"`() {}", "let s = #\"\\\"#", "let c: Character = \"{\"", "let r = #/}\"/#",
    "/* \" */", "// \"",
    "let s = \"\\\\\"", "#if A // \"\n#endif", "let s = \"\"\"\n  a \"\" b \\\"\"\" c\n  \"\"\"",
    "let r = try! f(/\\(\"/)",
    "let f = #function; let l = #line", "#sourceLocation(file: \"a.swift\", line: 1)", "let s = \"\\u{7D}\"",
    "@Test(\"a {\") func f() {}", "let x = a ? /\"/ : b", "func / (a: A, b: B) {}", "return /\"/",
  ])
  func `text around a document does not hide it`(_ text: String) {
    let document = "\nlet a: GraphQLSource = \"{ a }\"\n"
    let found = FoundDocuments(text + document + text + document)
    #expect(found.errors == [])
    #expect(found.texts == ["{ a }", "{ a }"])
  }

  @Test func `a file without the type's name is not read`() {
    #expect(SwiftDocuments.mayContainSome(SourceFile(path: "a", text: "GraphQLSource")))
    #expect(
      SwiftDocuments.mayContainSome(SourceFile(path: "a", text: "Q GraphQL QraphQLSource xGraphQLSource")))
    for text in [
      "", "Q", "GraphQL", "GraphQLSourc", "graphQLSource", "GraphQL Source",
      String(repeating: "Q", count: 40),
    ] {
      #expect(!SwiftDocuments.mayContainSome(SourceFile(path: "a", text: text)), "\(text)")
    }
  }

  @Test(arguments: [
    "let a: [GraphQLSource] = [\n", "f(GraphQLSource(\"\"), {}, ", "let b = [GraphQLSource].self\n",
    "let b: GraphQLSource = \"\"\n",
    "func f() -> GraphQLSource {\n", "extension GraphQLSource { struct A {\n",
    "let b = a<b; GraphQLSource<GraphQLSource",
    "{ (a: GraphQLSource) in ", "() -> ", "a as (GraphQLSource) -> ",
  ]) func `any number of mentions is read`(_ text: String) {
    let found = SwiftDocuments(
      in: SourceFile(path: "A.swift", text: String(repeating: text, count: 5_000) + "GraphQLSource"))
    #expect(found.documents.count + found.diagnostics.count <= 10_000)
  }

  /// Neither the stack nor the time may depend on how many there are.
  @Test(arguments: ["#if os(iOS)\n", "#if os(iOS) "]) func `any number of conditions is read`(
    _ condition: String
  ) {
    let text =
      String(repeating: condition, count: 20_000) + "\nlet a: GraphQLSource = \"{ a }\"\n"
      + String(repeating: "#endif\n", count: 20_000)
    let isPlatform = condition.hasSuffix("\n")
    let found = SwiftDocuments(in: SourceFile(path: "A.swift", text: text))
    #expect(found.documents.count == (isPlatform ? 1 : 0) && found.diagnostics.count == (isPlatform ? 0 : 1))
  }
}
