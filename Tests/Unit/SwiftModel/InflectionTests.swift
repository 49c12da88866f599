import Testing

@testable import ApusSwiftModel

@Suite(.timeLimit(.minutes(15))) struct InflectionTests {
  @Test(arguments: [
    ("Animals", "Animal"), ("Categories", "Category"), ("Addresses", "Address"), ("Statuses", "Status"),
    ("People", "Person"), ("HomePeople", "HomePerson"), ("Boxes", "Box"), ("Houses", "House"),
    ("Series", "Series"), ("Movies", "Movie"), ("Status", "Status"), ("Leaves", "Leaf"), ("Nodes", "Node"),
    ("Media", "Media"), ("Heroes", "Hero"), ("Branches", "Branch"), ("X", "X"),
    ("home_addresses", "home_address"),
    ("boxes", "box"), ("homeBoxes", "homeBox"), ("boxes_", "boxes_"), ("_boxes", "_box"),
    ("v2Boxes", "v2Box"), ("As", "As"),
    ("ties", "tie"), ("flies", "fly"), ("glass", "glass"), ("basis", "basis"), ("classes", "class"),
    ("PokemonV2Pokemonspecies", "PokemonV2Pokemonspecies"), ("Miniseries", "Miniseries"),
    ("Salespeople", "Salesperson"), ("Bookshelves", "Bookshelf"), ("Databases", "Database"),
    ("Gases", "Gas"), ("getSimilarBranches", "getSimilarBranches"), ("GetBranches", "GetBranches"),
    ("_findUsers", "_findUsers"), ("Gets", "Get"), ("gettyImages", "gettyImage"), ("Updates", "Update"),
  ])
  func `a plural has its singular`(plural: String, expected: String) {
    #expect(Inflection(exceptions: [:]).singular(of: plural) == expected)
  }

  @Test func `exceptions go first`() {
    #expect(Inflection(exceptions: ["octopodes": "octopus"]).singular(of: "Octopodes") == "Octopus")
    let inflection = Inflection(exceptions: ["octopodes": "octopus", "redboxes": "crate"])
    #expect(
      inflection.singular(of: "redOctopodes") == "redOctopus"
        && inflection.singular(of: "octopodes") == "octopus")
    #expect(inflection.singular(of: "RedBoxes") == "Crate" && inflection.singular(of: "redBoxes") == "crate")
  }
}
