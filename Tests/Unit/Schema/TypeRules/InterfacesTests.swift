import Testing

@Suite(.timeLimit(.minutes(15))) struct InterfacesTests {
  @Test func `a type that has all and more`() {
    #expect(
      typeProblems(
        besideQuery: """
          interface Thing { name(language: String): String  parts: [Thing] }
          interface Work implements Thing { name(language: String, year: Int): String!  parts: [Work!] }
          type Painting implements Work & Thing {
            name(language: String, year: Int, case: Int! = 1): String!
            parts: [Painting!]!
          }
          """) == [])
  }

  @Test func `a member of a union is narrower than the union`() {
    #expect(
      typeProblems(
        besideQuery: """
          union Any = Room
          interface Holder { held: Any }
          type Room implements Holder { held: Room }
          """) == [])
  }

  @Test func `what cannot be implemented`() {
    #expect(
      typeProblems(
        besideQuery: """
          type Room implements Wing & Guide & Guide { name: String }
          type Wing { name: String }
          interface Guide implements Guide { name: String }
          """) == [
          "1:22 Type Room must only implement Interface types, it cannot implement Wing.",
          "1:29 1:37 Type Room can only implement Guide once.",
          "3:28 Type Guide cannot implement itself because it would create a circular reference.",
        ])
  }

  @Test func `interfaces of interfaces`() {
    #expect(
      typeProblems(
        besideQuery: """
          interface Thing { name: String }
          interface Work implements Thing { name: String }
          type Painting implements Work { name: String }
          """) == ["2:27 3:26 Type Painting must implement Thing because it is implemented by Work."])
  }

  @Test func `interfaces that implement each other`() {
    #expect(
      typeProblems(
        besideQuery: """
          interface Thing implements Work { name: String }
          interface Work implements Thing { name: String }
          """) == [
          "2:27 1:28 Type Thing cannot implement Work because it would create a circular reference.",
          "1:28 2:27 Type Work cannot implement Thing because it would create a circular reference.",
        ])
  }

  @Test func `a missing field`() {
    #expect(
      typeProblems(
        besideQuery: """
          interface Thing { name: String }
          type Painting implements Thing { year: Int }
          extend type Painting { size: Int }
          """) == ["1:19 2:1 3:1 Interface field Thing.name expected but Painting does not provide it."])
  }

  @Test(arguments: [
    ("Int", "String"), ("[Int]", "Int"), ("Int", "[Int]"), ("Int!", "Int"), ("[Int!]", "[Int]"),
  ])
  func `a field of another type`(wanted: String, given: String) {
    #expect(
      typeProblems(
        besideQuery: "interface Thing { size: \(wanted) }\ntype Painting implements Thing { size: \(given) }")
        == [
          "1:25 2:40 Interface field Thing.size expects type \(wanted) but Painting.size is type \(given)."
        ])
  }

  @Test func `a member has the arguments of its interface`() {
    #expect(
      typeProblems(
        besideQuery: """
          interface Thing { name(language: String): String  size(unit: Int): Int }
          type Painting implements Thing { name(year: Int!): String  size(unit: Int!): Int }
          """) == [
          "1:24 2:34 Interface field argument Thing.name(language:) expected"
            + " but Painting.name does not provide it.",
          "2:39 1:19 Argument \"Painting.name(year:)\" must not be required type \"Int!\""
            + " if not provided by the Interface field \"Thing.name\".",
          "1:62 2:71 Interface field argument Thing.size(unit:) expects type Int"
            + " but Painting.size(unit:) is type Int!.",
        ])
  }

  @Test func `arguments that only one of the two fields has`() {
    #expect(
      typeProblems(
        besideQuery: """
          interface Thing { name(language: String): String  size: Int  year(of: Int, in: Int): Int }
          type Painting implements Thing { name: String  size(unit: Int!, of: Int): Int  year(in: Int): Int }
          """) == [
          "1:24 2:34 Interface field argument Thing.name(language:) expected"
            + " but Painting.name does not provide it.",
          "2:53 1:51 Argument \"Painting.size(unit:)\" must not be required type \"Int!\""
            + " if not provided by the Interface field \"Thing.size\".",
          "1:67 2:80 Interface field argument Thing.year(of:) expected"
            + " but Painting.year does not provide it.",
        ])
  }

  @Test func `a field is deprecated only where its interface's field is`() {
    #expect(
      typeProblems(
        besideQuery: """
          interface Thing { name: String  size: Int @deprecated }
          type Painting implements Thing { name: String @deprecated  size: Int @deprecated }
          """) == [
          "2:47 2:40 Interface field Thing.name is not deprecated, so implementation field Painting.name"
            + " must not be deprecated."
        ])
  }
}

@Suite(.timeLimit(.minutes(15))) struct UnionsTests {
  @Test func `a type has the members of its interfaces`() {
    #expect(
      typeProblems(
        besideQuery: """
          type Room { name: String }
          interface Thing { name: String }
          union Find = Room | Thing | Int
          extend union Find = Room
          """) == [
          "3:21 Union type Find can only include Object types, it cannot include Thing.",
          "3:29 Union type Find can only include Object types, it cannot include Int.",
          "3:14 4:21 Union type Find can only include type Room once.",
        ])
  }

  /// Of a type that is wrong throughout, twenty errors are enough.
  @Test func `errors of one type are limited`() {
    func count(_ members: Int) -> Int {
      let scalars = (0..<members).map { "scalar S\($0)" }.joined(separator: " ")
      let names = (0..<members).map { "S\($0)" }
      return typeProblems(besideQuery: "\(scalars) union U = \(names.joined(separator: " | "))").count
    }
    #expect([19, 20, 21, 40].map(count) == [19, 20, 20, 20])
    func interfaces(_ members: Int) -> Int {
      let scalars = (0..<members).map { "scalar S\($0)" }.joined(separator: " ")
      let names = (0..<members).map { "S\($0)" }
      return typeProblems(
        besideQuery: "\(scalars) type T implements \(names.joined(separator: " & ")) { a: Int }"
      ).count
    }
    #expect([19, 20, 21, 40].map(interfaces) == [19, 20, 20, 20])
    func fields(_ members: Int) -> Int {
      let fields = (0..<members).map { "f\($0): Int" }.joined(separator: " ")
      return typeProblems(besideQuery: "interface I { \(fields) } type T implements I { a: Int }").count
    }
    #expect([19, 20, 21, 40].map(fields) == [19, 20, 20, 20])
  }

  @Test func `each type has its own limit`() {
    let names = (0..<15).map { "S\($0)" }
    let found = typeProblems(
      besideQuery: """
        \(names.map { "scalar \($0)" }.joined(separator: " "))
        interface I { \(names.map { "\($0): Int" }.joined(separator: " ")) }
        type A implements \(names.joined(separator: " & ")) { a: Int }
        type B implements \(names.joined(separator: " & ")) { a: Int }
        type C implements I { a: Int }
        type D implements I { a: Int }
        union E = \(names.joined(separator: " | "))
        union F = \(names.joined(separator: " | "))
        """)
    #expect(found.count == 6 * 15)
  }

  @Test func `a member that is listed often has a hundred places`() {
    let names = Array(repeating: "S", count: 150).joined(separator: " | ")
    let found = typeProblems(besideQuery: "scalar S union U = \(names)")
    let places = found.first?.split(separator: " ").prefix { $0.contains(":") && $0.first?.isNumber == true }
      .count
    #expect(places == 100, "\(places ?? 0)")
  }
}
