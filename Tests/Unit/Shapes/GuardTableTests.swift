import ApusSource
import ApusSchema
import ApusSyntax
import Testing

@testable import ApusShapes

@Suite(.timeLimit(.minutes(15))) struct GuardTableTests {
  private let guards = GuardTable()

  private var x: Guard { guards.atom(.variable(1)) }
  private var y: Guard { guards.atom(.variable(2)) }
  private var cat: Guard { guards.atom(.type(TypeID(number: 1))) }

  @Test func `equal functions are one number`() {
    #expect(guards.or(x, guards.not(x)) == .always)
    #expect(guards.and(x, guards.not(x)) == .never)
    let distributed = guards.or(guards.and(x, y), guards.and(x, cat))
    #expect(guards.and(x, guards.or(y, cat)) == distributed)
    #expect(guards.not(guards.or(x, y)) == guards.and(guards.not(x), guards.not(y)))
  }

  @Test func `what is known says nothing more`() {
    #expect(guards.given(x, guards.and(x, y)) == y)
    #expect(guards.given(x, x) == .always)
    #expect(guards.given(guards.not(x), guards.and(x, y)) == .never)
    // Of two guards that agree where the known one holds the rest is the same.
    #expect(guards.given(guards.or(x, y), guards.or(x, y)) == .always)
  }

  @Test func `variables and types are told apart`() {
    let both = guards.or(cat, x)
    #expect(guards.certain(both) == cat)
    #expect(guards.possible(guards.and(cat, x)) == cat)
    #expect(guards.assuming(both) { _ in false } == x)
    #expect(guards.asksVariables(both) && guards.asksTypes(both))
    #expect(!guards.asksTypes(x) && !guards.asksVariables(cat))
  }

  @Test func `alternatives say each thing once`() {
    let either = guards.or(x, guards.and(guards.not(x), y))
    let alternatives = Set(guards.alternatives(either).map { Set($0) })
    let isX = GuardLiteral(atom: .variable(1), isTrue: true)
    let isY = GuardLiteral(atom: .variable(2), isTrue: true)
    #expect(alternatives == [[isX], [isY]])
    #expect(guards.alternatives(.always) == [[]])
    #expect(guards.alternatives(.never) == [])
  }

  /// With a schema, a guard knows that an object has one type, whatever order it is made in.
  @Test func `an object has one type`() throws {
    let names = NameTable()
    let text = """
      interface Pet { a: Int } type Cat implements Pet { a: Int } type Dog implements Pet { a: Int }
      type Rock { a: Int } type Query { pet: Pet rock: Rock }
      """
    let schema = SchemaLoader.load([SourceFile(path: "s.graphqls", text: text)], names: names).schema
    let guards = GuardTable(names, schema)
    func type(_ name: String) throws -> Guard {
      guards.atom(.type(try #require(schema.type(named: names.intern(name)))))
    }
    let (cat, dog, rock, pet) = (try type("Cat"), try type("Dog"), try type("Rock"), try type("Pet"))
    let (x, y) = (guards.atom(.variable(names.intern("x"))), guards.atom(.variable(names.intern("y"))))
    #expect(guards.and(cat, dog) == .never)
    #expect(guards.and(rock, pet) == .never)
    #expect(guards.and(cat, pet) == cat && guards.or(cat, pet) == pet)
    #expect(guards.or(pet, guards.and(cat, x)) == pet)
    // Cats under x or y, other pets under y alone.
    let catsOrPets = guards.or(guards.and(cat, x), guards.and(pet, y))
    #expect(guards.or(guards.and(pet, y), guards.and(x, cat)) == catsOrPets)
    #expect(guards.and(catsOrPets, cat) == guards.and(cat, guards.or(x, y)))
    #expect(guards.and(catsOrPets, dog) == guards.and(dog, y))
    #expect(guards.alternatives(catsOrPets).map(\.count) == [2, 2])
    #expect(!guards.alternatives(catsOrPets).joined().contains { !$0.isTrue })
    // Every pet except cats, which is a guard on the absence of a type.
    let others = guards.and(pet, guards.not(cat))
    #expect(guards.and(others, dog) == dog && guards.and(others, cat) == .never)
    #expect(guards.alternatives(others).count == 1)
  }
}
