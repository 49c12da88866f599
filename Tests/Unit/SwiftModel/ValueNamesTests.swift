import Testing

@testable import ApusSwiftModel

/// The names of variables, input fields and enum values that want the same one.
@Suite(.timeLimit(.minutes(15))) struct ValueNamesTests {
  private func candidate(_ name: String, _ wanted: String, fallback: String? = nil) -> ValueNames.Candidate {
    ValueNames.Candidate(node: 0, name: name, wanted: wanted, fallback: fallback)
  }

  private func lower(_ variables: [String], _ fields: [String], isOneOf: Bool = false) -> Lowered {
    var options = GenerationOptions()
    options.convertsFieldCase = true
    let definitions = variables.map { "$\($0): Int" }.joined(separator: " ")
    let uses = variables.map { "\($0): a(x: $\($0))" }.joined(separator: " ")
    return Lowered(
      "query Q(\(definitions) $i: I) { \(uses) b(i: $i) }",
      schema: """
        type Query { a(x: Int): Int b(i: I): Int }
        input I \(isOneOf ? "@oneOf" : "") { \(fields.map { "\($0): Int" }.joined(separator: " ")) }
        """, options: options)
  }

  @Test(arguments: [["a_b", "aB"], ["aB", "a_b"]])
  func `the variable that is spelled like the name keeps it, in any order`(_ order: [String]) throws {
    let lowered = lower(order, ["x"])
    let operation = try #require(lowered.program.operations.first)
    let names = Dictionary(uniqueKeysWithValues: operation.variables.map { ($0.name, $0.swiftName) })
    #expect(names == ["a_b": "aB_", "aB": "aB", "i": "i"])
    let warnings = lowered.diagnostics.filter { $0.message.contains("variable") }
    #expect(
      warnings.map(\.message) == [
        "The property for the variable \"$a_b\" is called \"aB_\", because the variable \"$aB\" is called \"aB\". Rename one of the two, or use \"aB_\"."
      ])
    #expect(warnings.map(\.code) == [.nameCollision])
  }

  @Test(arguments: [["a_b", "aB", "A_b"], ["A_b", "aB", "a_b"], ["aB", "a_b", "A_b"]], [false, true])
  func `so do input fields`(_ order: [String], _ isOneOf: Bool) throws {
    let lowered = lower([], order, isOneOf: isOneOf)
    let object = try #require(lowered.program.inputObjects.first)
    let names = Dictionary(uniqueKeysWithValues: object.fields.map { ($0.name, $0.swiftName) })
    #expect(names == ["aB": "aB", "A_b": "aB_", "a_b": "aB_2"])
    #expect(lowered.diagnostics.map(\.code) == [.nameCollision, .nameCollision])
  }

  @Test func `an enum value that loses its name keeps the schema's spelling`() throws {
    let lowered = Lowered(
      "{ e }", schema: "type Query { e: E } enum E { NEW_HOPE newHope UNRECOGNIZED self }")
    let type = try #require(lowered.program.enums.first)
    #expect(type.cases.map(\.swiftName) == ["NEW_HOPE", "newHope", "unrecognized_", "self_"])
    #expect(
      lowered.diagnostics.map(\.message) == [
        "The case for the enum value \"NEW_HOPE\" is called \"NEW_HOPE\", because the enum value \"newHope\" is called \"newHope\". Use \"NEW_HOPE\"."
      ])
  }

  @Test func `a reserved name is nobody's`() {
    let names = ValueNames([candidate("Data", "Data"), candidate("Data_", "Data_")], reserved: ["Data"])
    #expect(names.names == ["Data_2", "Data_"])
  }

  @Test(arguments: 1...200)
  func `names are unique, and none depends on the order`(_ seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ limit: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state >> 33) % limit
    }
    let spellings = ["a", "A", "a_", "_a", "aB", "a_b", "A_B", "a_", "aB_", "aB_2"]
    let all = Set((0..<7).map { _ in spellings[next(spellings.count)] }).sorted().map {
      candidate($0, ["a", "aB", $0][next(3)], fallback: next(2) == 0 ? nil : $0)
    }
    let names = ValueNames(all, reserved: ["a_2"]).names
    #expect(Set(names).count == names.count)
    #expect(!names.contains("a_2"))
    for (candidate, name) in zip(all, names) where candidate.name == candidate.wanted {
      #expect(name == candidate.wanted)
    }
    let reversed = ValueNames(all.reversed(), reserved: ["a_2"]).names
    #expect(Array(reversed.reversed()) == names)
  }

  @Test func `every type that is renamed is in the warning, with its name`() throws {
    let lowered = Lowered(
      "{ a b c }",
      schema: """
        type Query { a: my_enum b: MyEnum c: myEnum }
        enum my_enum { A } enum MyEnum { B } enum myEnum { C }
        """)
    #expect(lowered.program.enums.map(\.swiftName).sorted() == ["MyEnum", "My_enum", "myEnum"])
    let warning = try #require(lowered.diagnostics.first)
    #expect(warning.message.contains("This type becomes \"My_enum\""))
    #expect(warning.message.contains("\"myEnum\" stays \"myEnum\""))
  }
}
