import Testing

@Suite(.timeLimit(.minutes(15))) struct InputObjectsTests {
  @Test func `fields of output types`() {
    #expect(
      typeProblems(besideQuery: "type Room { name: String }\ninput Search { room: [Room!] }")
        == ["2:22 The type of Search.room must be Input Type but got: [Room!]."])
  }

  @Test func `required fields are not deprecated`() {
    #expect(
      typeProblems(besideQuery: "input Search { floor: Int! @deprecated name: String @deprecated }")
        == ["1:28 1:23 Required input field Search.floor cannot be deprecated."])
  }

  @Test func `one of its fields`() {
    #expect(
      typeProblems(besideQuery: "input By @oneOf { id: ID! name: String = \"Hall\" floor: Int }") == [
        "1:23 OneOf input field By.id must be nullable.",
        "1:27 OneOf input field By.name cannot have a default value.",
      ])
  }
}

@Suite(.timeLimit(.minutes(15))) struct InputObjectCyclesTests {
  @Test(arguments: ["Search", "[Search!]!", "[Search]"])
  func `a way out`(type: String) {
    #expect(typeProblems(besideQuery: "input Search { not: \(type) }") == [])
  }

  @Test func `a type that needs itself`() {
    #expect(
      typeProblems(besideQuery: "input Search { not: Search! }") == [
        "1:16 Input Object Search cannot be provided a finite value because it references itself"
          + " through fields: Search.not."
      ])
  }

  @Test func `a cycle of three types, and a type that leads into it`() {
    #expect(
      typeProblems(
        besideQuery: """
          input Start { a: A! }
          input A { b: B! }
          input B { c: C! }
          input C { a: A! }
          """) == [
          "2:11 3:11 4:11 Input Object A cannot be provided a finite value because it references itself"
            + " through fields: A.b, B.c, C.a."
        ])
  }

  @Test func `one field of a OneOf object that ends is enough`() {
    #expect(typeProblems(besideQuery: "input Search @oneOf { not: Search name: String }") == [])
    #expect(
      typeProblems(
        besideQuery: "input Search @oneOf { not: Search or: Other }\ninput Other { name: String }") == [])
    #expect(
      typeProblems(
        besideQuery: "input Search @oneOf { not: Search or: Other }\ninput Other { back: Search! }"
      )
      .count == 2)
  }

  @Test func `a long chain costs no stack`() {
    var sdl = ""
    for index in 0..<20_000 { sdl += "input I\(index) { next: I\(index + 1)! }\n" }
    sdl += "input I20000 { next: I0! }"
    #expect(typeProblems(besideQuery: sdl).count == 1)
  }
}

@Suite(.timeLimit(.minutes(15))) struct DefaultValueCyclesTests {
  @Test func `defaults that end`() {
    #expect(
      typeProblems(
        besideQuery: """
          input A { b: B = { a: null } }
          input B { a: A = {} list: [B] = [] }
          """) == [])
  }

  @Test func `a default that holds itself`() {
    #expect(
      typeProblems(besideQuery: "input A { again: A = {} }") == [
        "1:22 Invalid circular reference. The default value of Input Object field A.again references itself."
      ])
  }

  @Test func `defaults that hold each other, through a list`() {
    #expect(
      typeProblems(
        besideQuery: """
          input A { b: B = {} }
          input B { list: [A] = [{ b: null }, {}] }
          """) == [
          "1:18 2:23 Invalid circular reference. The default value of Input Object field A.b references"
            + " itself via the default values of: B.list."
        ])
  }

  @Test func `a long chain costs no stack`() {
    var sdl = ""
    for index in 0..<20_000 { sdl += "input I\(index) { next: I\(index + 1) = {} }\n" }
    sdl += "input I20000 { next: I0 = {} }"
    #expect(typeProblems(besideQuery: sdl).count == 1)
  }
}

@Suite(.timeLimit(.minutes(15))) struct DirectiveCyclesTests {
  @Test func `a directive on its own argument`() {
    #expect(
      typeProblems(besideQuery: "directive @range(max: Int @range(max: 9)) on ARGUMENT_DEFINITION")
        == ["1:12 1:27 " + message("range")])
  }

  private func message(_ name: String) -> String {
    "Directive \"@\(name)\" cannot be used in its own definition,"
      + " nor on what the types of its arguments are made of."
  }

  @Test func `an input object that holds itself is searched once`() {
    #expect(
      typeProblems(
        besideQuery: """
          directive @valid(by: Rule) on INPUT_FIELD_DEFINITION
          input Rule { not: Rule }
          extend input Rule { name: String @valid }
          """) == ["1:12 3:34 " + message("valid")])
  }

  @Test func `an argument of an output type is only an error of its own`() {
    #expect(
      typeProblems(
        besideQuery: """
          directive @lit(room: Room) on FIELD_DEFINITION
          type Room { name: String @lit }
          """) == ["1:16 The type of @lit(room:) must be Input Type but got: Room."])
  }

  @Test func `a directive on a type that its argument is made of`() {
    #expect(
      typeProblems(
        besideQuery: """
          directive @valid(by: Rule) on ENUM_VALUE
          input Rule { kinds: [Kind!] }
          enum Kind { LENGTH @valid }
          """) == ["1:12 3:20 " + message("valid")])
  }

  @Test func `two directives on each other`() {
    #expect(
      typeProblems(
        besideQuery: """
          directive @a(x: Int @b) on ARGUMENT_DEFINITION
          directive @b(y: Int @a) on ARGUMENT_DEFINITION
          """) == ["1:12 2:21 " + message("a"), "2:12 1:21 " + message("b")])
  }

  @Test func `a directive on another's argument`() {
    #expect(
      typeProblems(
        besideQuery: """
          directive @a(x: Int @b) on ARGUMENT_DEFINITION
          directive @b(y: Int) on ARGUMENT_DEFINITION
          """) == [])
  }
}
