import ApusSource
import Testing

@testable import ApusSwiftModel

/// Names of types that would hide the namespace: they give way, or the namespace is refused.
@Suite(.timeLimit(.minutes(15))) struct NamespaceCollisionsTests {
  private func lower(_ document: String, _ change: (inout GenerationOptions) -> Void) -> Lowered {
    var options = GenerationOptions()
    change(&options)
    return Lowered(
      document,
      schema: """
        interface Node { id: ID! } type Album implements Node { id: ID! cover: Image genre: Genre }
        type Artist implements Node { id: ID! } type Image { url: String } enum Genre { ROCK }
        type Query { node: Node albums: [Album!]! }
        """, options: options)
  }

  private let document = """
    query Home { node { ...Card } albums { genre ...Sleeve } }
    fragment Card on Node { id ... on Album { genre } }
    fragment Sleeve on Album { cover { url } }
    """

  @Test(arguments: ["Types", "Cases", "CardFragmentTypes", "Genre", "HomeQuery", "SleeveData"])
  func `a namespace that a type would hide is refused, with its key`(_ name: String) throws {
    let problem = try #require(lower(document) { $0.namespace = name }.diagnostics.first)
    #expect(problem.code == .namespaceCollision)
    #expect(problem.severity == .error)
    #expect(problem.configurationKey == "namespace")
  }

  @Test func `each declaration beside the namespace would hide it`() {
    let program = lower(document) { _ in }.program
    let protocols = program.fragments.flatMap(\.protocols)
    let names = protocols.map(\.name) + protocols.flatMap { $0.choice?.globalNames ?? [] }
    #expect(names.count > program.fragments.count)
    for name in names {
      #expect(
        lower(document) { $0.namespace = name }.diagnostics.map(\.code) == [.namespaceCollision], "\(name)")
    }
  }

  @Test(arguments: ["Music", "Album", "Albums", "Image", "Cover"])
  func `others are taken, since types within give way`(_ name: String) {
    #expect(lower(document) { $0.namespace = name }.diagnostics.isEmpty)
  }

  @Test func `the type of a field's object has another name than the namespace`() throws {
    let program = lower(document) { $0.namespace = "Album" }.program
    let members = try #require(program.operations.first).data.type.members
    #expect(members.map(\.name).contains("AlbumObject"))
    #expect(!members.map(\.name).contains("Album"))
  }

  @Test func `the same holds for the namespace of a module below`() {
    var options = GenerationOptions()
    options.namespace = "SleeveData"
    let below = DependencyModule(name: "CoverAPI", options: options)
    #expect(
      lower(document) { $0.dependencyModules = [below] }.diagnostics.map(\.code) == [.namespaceCollision])
  }

  @Test func `a type that the user gives has another name than the namespace`() {
    let scalars = ["ID": GenerationOptions.ScalarBinding(type: "[Key]", codec: nil)]
    func codes(_ namespace: String) -> [DiagnosticCode] {
      lower(document) { ($0.namespace, $0.scalars) = (namespace, scalars) }.diagnostics.map(\.code)
    }
    #expect(codes("Key") == [.namespaceCollision])
    #expect(codes("Keys").isEmpty)
    let qualified = lower(document) {
      ($0.namespace, $0.scalars) = (
        "Shop", ["ID": GenerationOptions.ScalarBinding(type: "Shop.Key", codec: nil)]
      )
    }
    #expect(qualified.diagnostics.isEmpty)
    #expect(
      lower(
        "query Q { albums @apus(conformsTo: [\"Shop\"]) { id } ...F } fragment F on Query { node { id } }"
      ) {
        $0.namespace = "Shop"
      }.diagnostics.map(\.code) == [.namespaceCollision])
  }

  @Test func `nothing is hidden from operations that refer to nothing`() {
    #expect(lower("query Home { albums { id } }") { $0.namespace = "HomeQuery" }.diagnostics.isEmpty)
  }
}
