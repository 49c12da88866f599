import Foundation
import TestSupport
import Testing

@testable import ApusDriver

/// Swift warns about an import that is more visible than its uses.
@Suite(.timeLimit(.minutes(15))) struct ImportVisibilityTests {
  private func generated(_ access: String) throws -> (aliases: String, types: String) {
    let folder = try TemporaryFolder([
      "s.graphqls": "type Query { a: Int }", "A.graphql": "fragment A on Query { ...B }",
      "B.graphql": "fragment B on Query { a }",
    ])
    var inputs = Inputs(
      schemas: [folder["s.graphqls"]],
      documents: ["A", "B"].map { Document(path: folder["\($0).graphql"], output: "\($0).swift") })
    inputs.configuration.generation.accessLevel = try #require(.init(rawValue: access))
    #expect(!Pipeline.generate(inputs, into: OutputFolder(folder["out"])).hasErrors)
    return (try folder.text(of: "out/A.swift"), try folder.text(of: "out/B.swift"))
  }

  @Test(arguments: ["public", "package"])
  func `a file of type aliases imports the runtime internally`(access: String) throws {
    let files = try generated(access)
    #expect(files.aliases.contains("\(access) typealias AData = BData"))
    #expect(files.aliases.contains("\nimport Apus\n"))
    #expect(files.types.contains("\(access) import Apus\n"))
  }

  /// A file without any type of responses can still have signatures with types of the runtime.
  @Test(arguments: [
    ("cache", "enum E { X } type Query { a: E }", "{ a }"),
    ("error behavior", "type Query { a: Int }", "{ ...F }"),
    ("decodable inputs", "type Query { a: Int }", "{ ...F }"),
    ("any value", "scalar Any type Query { a: Any }", "{ ...F } fragment G on Query { a }"),
  ])
  func `each signature with a type of the runtime makes the import visible`(
    _ kind: String, _ schema: String, _ query: String
  ) throws {
    let folder = try TemporaryFolder([
      "s.graphqls": schema, "Q.graphql": "query Q \(query)", "F.graphql": "fragment F on Query { a }",
    ])
    var inputs = Inputs(
      schemas: [folder["s.graphqls"]],
      documents: ["F", "Q"].map { Document(path: folder["\($0).graphql"], output: "\($0).swift") })
    inputs.configuration.generation.accessLevel = .package
    switch kind {
    case "cache": inputs.configuration.generation.usesCache = true
    case "error behavior": inputs.configuration.generation.onError = .halt
    case "decodable inputs": inputs.configuration.generation.hasDecodableInputs = true
    default: break
    }
    let output = OutputFolder(folder["out"])
    #expect(!Pipeline.generate(inputs, into: output).hasErrors)
    let file = kind == "cache" ? "Schema.graphql.swift" : "Q.swift"
    #expect(try folder.text(of: "out/\(file)").contains("package import Apus\n"), "\(kind)")
  }

  /// Where a module does not have `InternalImportsByDefault`, Swift takes nothing but plain and public imports beside plain ones.
  @Test func `package code imports the runtime so that the user's own files may import it plainly`() throws {
    let types = try generated("package").types
    #expect(
      types.contains(
        """

        #if hasFeature(InternalImportsByDefault)
          package import Apus
        #else
          import Apus
        #endif

        """))
  }

  /// `Foundation` brings ICU into a program on Linux. A type that `FoundationEssentials` lacks needs it all the same.
  @Test(arguments: [("Date", true), ("UUID", true), ("NSDecimalNumber", false)])
  func `on Linux no more of Foundation is imported than a scalar's type needs`(
    _ type: String, _ isEssential: Bool
  ) throws {
    let folder = try TemporaryFolder([
      "s.graphqls": "type Query { a: S } scalar S", "A.graphql": "query A { a }",
    ])
    var inputs = Inputs(
      schemas: [folder["s.graphqls"]], documents: [Document(path: folder["A.graphql"], output: "A.swift")])
    inputs.configuration.generation.scalars["S"] = .init(type: type, codec: "C", imports: ["Foundation"])
    #expect(!Pipeline.generate(inputs, into: OutputFolder(folder["out"])).hasErrors)
    let text = try folder.text(of: "out/A.swift")
    #expect(
      text.contains("#if os(Linux)\n  import FoundationEssentials\n#else\n  import Foundation\n#endif\n")
        == isEssential)
    #expect(text.contains("\nimport Foundation\n") == !isEssential)
  }
}
