import Testing

@Suite(.timeLimit(.minutes(15))) struct FieldsTests {
  @Test func `types without members`() {
    #expect(
      typeProblems(
        besideQuery: """
          directive @a on OBJECT
          type Room
          extend type Room @a
          interface Wing
          input Search
          enum Year
          union Find
          """) == [
          "2:1 3:1 Type Room must define one or more fields.",
          "4:1 Type Wing must define one or more fields.",
          "5:1 Input Object type Search must define one or more fields.",
          "6:1 Enum type Year must define one or more values.",
          "7:1 Union type Find must define one or more member types.",
        ])
  }

  @Test func `members of extensions count`() {
    #expect(typeProblems(besideQuery: "type Room extend type Room { name: String }") == [])
  }

  @Test func `a field of an input type`() {
    #expect(
      typeProblems(besideQuery: "input Search { name: String }\ntype Room { found: [Search!]! }")
        == ["2:20 The type of Room.found must be Output Type but got: [Search!]!."])
  }

  @Test func `lists in lists in lists`() {
    let deep = String(repeating: "[", count: 27) + "Int" + String(repeating: "]", count: 27)
    #expect(
      typeProblems("type Query { cube: \(deep) }")
        == ["1:20 Lists can be nested 26 deep; this type nests 27."])
    #expect(typeProblems("type Query { cube: \(deep.dropFirst().dropLast()) }") == [])
  }
}

@Suite(.timeLimit(.minutes(15))) struct ArgumentsTests {
  @Test func `arguments of output types`() {
    #expect(
      typeProblems(
        """
        directive @near(room: Room) on FIELD
        type Query { rooms(near: [Room]): Int }
        type Room { name: String }
        """) == [
          "1:17 The type of @near(room:) must be Input Type but got: Room.",
          "2:26 The type of Query.rooms(near:) must be Input Type but got: [Room].",
        ])
  }

  @Test func `required arguments are not deprecated`() {
    #expect(
      typeProblems(
        """
        directive @near(room: ID! @deprecated) on FIELD
        type Query { rooms(floor: Int! @deprecated, wing: Int! = 1 @deprecated, lift: Int @deprecated): Int }
        """) == [
          "1:27 1:23 Required argument @near(room:) cannot be deprecated.",
          "2:32 2:27 Required argument Query.rooms(floor:) cannot be deprecated.",
        ])
  }

  @Test func `default values`() {
    #expect(
      typeProblems(
        """
        type Query { rooms(search: Search = { floors: [1, "two"], name: null }, wing: Wing = NORTH): Int }
        enum Wing { EAST WEST }
        input Search { floors: [Int], name: String!, wing: Wing! = EAST, lamps: Int = 1.5 }
        """) == [
          "1:51 Query.rooms(search:) has invalid default value at .floors[1]:"
            + " Int cannot represent non-integer value: \"two\"",
          "1:65 Query.rooms(search:) has invalid default value at .name:"
            + " Expected value of non-null type \"String!\" not to be null.",
          "1:86 Query.rooms(wing:) has invalid default value: Value \"NORTH\" does not exist in \"Wing\" enum.",
          "3:79 Search.lamps has invalid default value: Int cannot represent non-integer value: 1.5",
        ])
  }

  @Test func `reasons and addresses are strings`() {
    #expect(
      typeProblems(
        """
        type Query { a(b: Int @deprecated(reason: NEVER)): Int @deprecated(reason: 1) }
        scalar Year @specifiedBy(url: 8601)
        """) == [
          "1:76 Argument \"reason\" has invalid value: String cannot represent a non string value: 1",
          "1:43 Argument \"reason\" has invalid value: String cannot represent a non string value: NEVER",
          "2:31 Argument \"url\" has invalid value: String cannot represent a non string value: 8601",
        ])
    #expect(
      typeProblems(besideQuery: "directive @dim(to: Int @deprecated(reason: 1)) on FIELD") == [
        "1:44 Argument \"reason\" has invalid value: String cannot represent a non string value: 1"
      ])
    #expect(
      typeProblems(
        besideQuery: """
          enum Wing { EAST WEST @deprecated(reason: 1) NORTH @deprecated(reason: "") SOUTH @deprecated(reason: 2) }
          input Search { floor: Int wing: Wing @deprecated(reason: 3) }
          interface Thing { name: String size(in: Int, of: Int @deprecated(reason: 4)): Int @deprecated(reason: 5) }
          scalar Year
          extend scalar Year @specifiedBy(url: 6)
          """
      ).map { [$0.prefix { $0 != " " }, $0.suffix(1)] } == [
        ["1:43", "1"], ["1:102", "2"], ["2:58", "3"], ["3:103", "5"], ["3:74", "4"], ["5:38", "6"],
      ])
  }
}
