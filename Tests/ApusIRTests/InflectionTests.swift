import Testing

@testable import ApusIR

@Suite(.timeLimit(.minutes(5))) struct InflectionTests {
  @Test(arguments: [
    ("Animals", "Animal"), ("Categories", "Category"), ("Addresses", "Address"), ("Statuses", "Status"),
    ("People", "Person"), ("HomePeople", "HomePerson"), ("Boxes", "Box"), ("Houses", "House"),
    ("Series", "Series"), ("Movies", "Movie"), ("Status", "Status"), ("Leaves", "Leaf"), ("Nodes", "Node"),
    ("Media", "Media"), ("Heroes", "Hero"), ("Branches", "Branch"), ("X", "X"),
  ])
  func singular(plural: String, expected: String) {
    #expect(Inflection(exceptions: [:]).singular(of: plural) == expected)
  }

  @Test func exceptionsGoFirst() {
    #expect(Inflection(exceptions: ["octopodes": "octopus"]).singular(of: "Octopodes") == "Octopus")
  }
}
