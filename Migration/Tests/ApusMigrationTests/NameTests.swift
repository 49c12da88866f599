import Foundation
import Testing

@testable import ApusMigration

/// The names that rules put into code, or tell people to use, against the lists of what is public.
@Suite(.timeLimit(.minutes(5))) struct NameTests {
  private static let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  private static func files(_ folder: String, _ ending: String) throws -> [String] {
    let names = FileManager.default.enumerator(
      at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
    return try (names?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == ending }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }

  /// Lines such as `GraphQLCache: func clear()` and `final class GraphQLCache`.
  private static func declarations() throws -> [Substring] {
    try files("Documentation/API", "txt").flatMap { $0.split(separator: "\n") }
  }

  private static func types() throws -> Set<String> {
    let type = /\b(?:struct|enum|class|protocol|actor|typealias) (GraphQL\w+)/
    return Set(try declarations().flatMap { $0.matches(of: type).map { String($0.output.1) } })
  }

  @Test func `each type in a rule exists`() throws {
    let types = try Self.types()
    #expect(types.count > 100)
    let apollos = Set(ApolloTypes.tasks.keys).union(["GraphQLResult"])
    var checked = 0
    for text in try Self.files("Migration/Sources/ApusMigration", "swift") {
      for literal in text.matches(of: /"((?:[^"\\\n]|\\.)*)"/) {
        for name in literal.output.1.matches(of: /\bGraphQL[A-Z]\w*/) {
          checked += 1
          let name = String(name.output)
          #expect(types.contains(name) || apollos.contains(name), "\(name) in \(literal.output.0)")
        }
      }
    }
    for (apollo, task) in ApolloTypes.tasks {
      for name in task.matches(of: /\bGraphQL[A-Z]\w*/) {
        #expect(types.contains(String(name.output)), "\(name.output) in the task of \(apollo)")
      }
    }
    #expect(checked > 50)
  }

  @Test func `each initializer and member in a task exists`() throws {
    let declarations = try Self.declarations()
    var checked = 0
    for (apollo, task) in ApolloTypes.tasks {
      for use in task.matches(of: /(GraphQL\w+)\(((?:\w+:)+)\)/) {
        checked += 1
        let labels = use.output.2.split(separator: ":")
        let exists = declarations.filter {
          $0.hasPrefix("\(use.output.1): init") || $0.hasPrefix("+ \(use.output.1): init")
        }
        .contains { line in labels.allSatisfy { line.contains("(\($0): ") || line.contains(", \($0): ") } }
        #expect(exists, "\(use.output.0) in the task of \(apollo)")
      }
      for use in task.matches(of: /client\.(\w+)/) {
        checked += 1
        let member = /GraphQLClient: .*\b(func|var) (\w+)/
        let exists = declarations.contains { $0.firstMatch(of: member)?.output.2 == use.output.1 }
        #expect(exists, "\(use.output.0) in the task of \(apollo)")
      }
    }
    #expect(checked > 5)
  }
}
