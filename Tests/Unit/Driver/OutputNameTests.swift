import Testing

@testable import ApusDriver

@Suite(.timeLimit(.minutes(15))) struct OutputNameTests {
  @Test(arguments: [
    ("Album.graphql", "Album.graphql.swift"),
    ("Views/Album.graphql", "Views_Album.graphql.swift"),
    ("my_views/a_b.graphql", "my__views_a__b.graphql.swift"),
    ("a/_b.graphql", "a_~_b.graphql.swift"),
    ("_a/~b.graphql", "__a_~~b.graphql.swift"),
    ("Mit Äpfeln/ä.graphql", "Mit Äpfeln_ä.graphql.swift"),
    ("SCHEMA.graphql", "~SCHEMA.graphql.swift"),
  ])
  func `is the joined path`(_ path: String, _ name: String) {
    #expect(OutputName.forDocument(at: path) == name)
  }

  @Test func `differs for different paths`() {
    // Every path of up to five of these characters.
    var paths: Set<String> = [""]
    for _ in 0..<5 {
      for path in paths { for character in "a_~/" { paths.insert(path + String(character)) } }
    }
    paths = paths.filter { !$0.isEmpty && !$0.contains("//") && !$0.hasPrefix("/") && !$0.hasSuffix("/") }
    let names = Set(paths.map(OutputName.forDocument))
    #expect(paths.count > 300)
    #expect(names.count == paths.count)
    // A part of a target is a folder, and its shared files have names that no document's output has.
    let schemas = Set(paths.flatMap(OutputName.shared(ofFolder:)))
    #expect(schemas.count == paths.count * OutputName.Shared.allCases.count)
    #expect(schemas.isDisjoint(with: names))
    #expect(OutputName.shared(ofFolder: "GitHub/V4") == ["~GitHub_V4_Schema.graphql.swift"])
    #expect(OutputName.shared(ofFolder: "") == ["Schema.graphql.swift"])
  }

  @Test func `fits the file system`() {
    let folder = String(repeating: "Äpfel/", count: 60)
    let first = OutputName.forDocument(at: "A/\(folder)Album.graphql")
    let second = OutputName.forDocument(at: "B/\(folder)Album.graphql")
    #expect(first.utf8.count <= 210)
    #expect(first.hasSuffix("_Album.graphql.swift"))
    #expect(first != second)
  }
}
