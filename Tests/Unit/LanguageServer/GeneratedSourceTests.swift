import ApusEmitter
import Foundation
import TestSupport
import Testing

@testable import ApusLanguageServer

/// Where generated Swift declares the types of a document.
@Suite(.timeLimit(.minutes(15))) struct GeneratedSourceTests {
  private let text = """
    \(Emitter.firstLine)

    /// A struct HomeQuery.
    public struct HomeQuery: GraphQLQuery {
      public static let document = "query Home{struct HomeQuery}"
      public indirect enum Pet { case dog }
    }
    // struct HomeQuery
    extension HomeQuery { typealias Data = Int }
    protocol CardFragment_Card {}
    package typealias CardData = CardFragment_Card
    struct `Type` {}

    """

  @Test func `declarations begin their lines, after modifiers`() throws {
    let folder = try TemporaryFolder(["A/Home.graphql.swift": text])
    let file = try #require(GeneratedSource(named: "Home.graphql.swift", below: folder.path))
    func found(_ names: String...) -> [String] {
      file.declarations(of: names).map { "\($0.position.line): \(file.source.text($0.start, $0.end))" }
    }
    #expect(found("HomeQuery") == ["4: HomeQuery"])
    #expect(found("Pet", "CardData") == ["6: Pet", "11: CardData"])
    #expect(found("CardFragment_Card", "Type") == ["10: CardFragment_Card", "12: Type"])
    #expect(found("Card", "GraphQLQuery", "Data") == [])
  }

  @Test func `a file that the compiler has not written is none`() throws {
    let folder = try TemporaryFolder(["Home.graphql.swift": "struct HomeQuery {}\n"])
    #expect(GeneratedSource(folder["Home.graphql.swift"]) == nil)
    #expect(GeneratedSource(folder["None.graphql.swift"]) == nil)
  }
}
