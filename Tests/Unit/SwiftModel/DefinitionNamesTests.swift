import Testing

@testable import ApusSwiftModel

@Suite(.timeLimit(.minutes(15))) struct DefinitionNamesTests {
  @Test func `a suffix is not given twice`() {
    #expect(GlobalNames.name("Album", suffix: "Fragment") == "AlbumFragment")
    #expect(GlobalNames.name("AlbumFragment", suffix: "Fragment") == "AlbumFragment")
    #expect(GlobalNames.name("Fragment", suffix: "Fragment") == "Fragment")
  }

  @Test func `the suffix alone is a stem`() {
    #expect(GlobalNames.stem(of: "AlbumFragment", suffix: "Fragment") == "Album")
    #expect(GlobalNames.stem(of: "Fragment", suffix: "Fragment") == "Fragment")
  }

  @Test(arguments: [
    ("Sources/home.graphql", "Home", "Home"), ("cart.add.graphql", "CartAdd", "CartAdd"),
    ("home.page.spec.ts-11.graphql", "HomePage", "HomePageSpecTs11"), ("spec.ts.graphql", "Spec", "SpecTs"),
    ("2nd.graphql", "_2nd", "_2nd"), ("a.ts_11.graphql", "A", "ATs11"), ("a.ts-x.graphql", "ATsX", "ATsX"),
    ("a.tsz.graphql", "ATsz", "ATsz"), ("a.11.graphql", "A11", "A11"),
    ("-.graphql", "Anonymous", "Anonymous"),
    ("", "Anonymous", "Anonymous"), ("home", "Home", "Home"), ("é_b.graphql", "B", "B"),
  ])
  func `a file's name without the endings of code, and with them`(
    _ path: String, _ short: String, _ whole: String
  ) {
    #expect(GlobalNames.name(ofFile: path, isWhole: false) == short)
    #expect(GlobalNames.name(ofFile: path) == whole)
  }
}
