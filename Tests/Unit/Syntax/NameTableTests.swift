import Testing

@testable import ApusSyntax

@Suite(.timeLimit(.minutes(15))) struct NameTableTests {
  @Test func `equal names have one number`() {
    let names = NameTable()
    let first = names.intern("album")
    #expect(first != 0)
    #expect(names.intern("album") == first)
    #expect(names.intern("albums") != first)
    #expect(names.string(first) == "album")
  }

  @Test func `unknown and empty names`() {
    let names = NameTable()
    #expect(names.find("album") == 0)
    #expect(names.intern("") == 0)
    #expect(names.string(0).isEmpty)
  }

  @Test func `keywords have their numbers`() {
    let names = NameTable()
    #expect(names.find("query") == Keyword.query)
    #expect(names.find("__typename") == Keyword.typename)
    #expect(names.find("INPUT_FIELD_DEFINITION") == Keyword.atInputFieldDefinition)
    #expect(names.count == Keyword.all.count + 1)
  }

  @Test func `the table grows`() {
    let names = NameTable()
    let numbers = (0..<50_000).map { names.intern("name\($0)") }
    #expect(Set(numbers).count == 50_000)
    #expect((0..<50_000).allSatisfy { names.find("name\($0)") == numbers[$0] })
    #expect(names.string(numbers[49_999]) == "name49999")
  }

  @Test func `long names`() {
    let names = NameTable()
    let long = String(repeating: "x", count: 200_000)
    #expect(names.string(names.intern(long)) == long)
  }
}
