import Testing

@Suite(.timeLimit(.minutes(15))) struct UniqueTypeNamesTests {
  @Test func `types of different names`() {
    #expect(sdlProblems("scalar Year enum Wing { EAST } input Search { wing: Wing year: Year }") == [])
  }

  @Test func `two types of one name`() {
    #expect(
      sdlProblems(
        """
        type Painting { title: String }
        scalar Painting
        """) == ["1:6 2:8 There can be only one type named \"Painting\"."])
  }
}

@Suite(.timeLimit(.minutes(15))) struct UniqueEnumValueNamesTests {
  @Test func `a value that is repeated`() {
    #expect(
      sdlProblems("enum Wing { EAST WEST EAST }")
        == ["1:13 1:23 Enum value \"Wing.EAST\" can only be defined once."])
  }

  @Test func `a value that an extension repeats`() {
    #expect(
      sdlProblems(
        """
        extend enum Wing { WEST }
        enum Wing { EAST WEST }
        """) == ["1:20 2:18 Enum value \"Wing.WEST\" can only be defined once."])
  }
}

@Suite(.timeLimit(.minutes(15))) struct UniqueFieldDefinitionNamesTests {
  @Test(arguments: ["type", "interface", "input"])
  func `a field that is repeated`(keyword: String) {
    #expect(
      sdlProblems("\(keyword) Room {\n  name: String\n  floor: Int\n  name: String\n}")
        == ["2:3 4:3 Field \"Room.name\" can only be defined once."])
  }

  @Test func `a field that an extension repeats`() {
    #expect(
      sdlProblems(
        """
        type Room { name: String }
        extend type Room { floor: Int name: String }
        """) == ["1:13 2:31 Field \"Room.name\" can only be defined once."])
  }

  @Test func `one name in two types`() {
    #expect(sdlProblems("type Room { name: String } type Guide { name: String }") == [])
  }
}

@Suite(.timeLimit(.minutes(15))) struct UniqueArgumentDefinitionNamesTests {
  @Test func `arguments of different fields`() {
    #expect(sdlProblems("type Room { seats(free: Boolean): Int lamps(free: Boolean): Int }") == [])
  }

  @Test func `an argument that is repeated twice`() {
    #expect(
      sdlProblems("type Room {\n  seats(free: Boolean, row: Int, free: Int, free: ID): Int\n}")
        == ["2:9 2:34 2:45 Argument \"Room.seats(free:)\" can only be defined once."])
  }

  @Test func `an argument of a directive`() {
    #expect(
      sdlProblems("directive @lit(lux: Int, lux: Int) on OBJECT")
        == ["1:16 1:26 Argument \"@lit(lux:)\" can only be defined once."])
  }
}

@Suite(.timeLimit(.minutes(15))) struct UniqueDirectiveNamesTests {
  @Test func `two directives of one name`() {
    #expect(
      sdlProblems("directive @lit on OBJECT\ndirective @lit on FIELD")
        == ["1:12 2:12 There can be only one directive named \"@lit\"."])
  }

  @Test func `a directive of the specification can be defined anew`() {
    #expect(sdlProblems("directive @skip(if: Boolean!) on FIELD") == [])
  }
}
