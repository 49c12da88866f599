import Apus
import Testing

/// Fragments with type conditions, switched over generically where that is hard to come by.
@Suite(.timeLimit(.minutes(15))) struct TypeConditionsTests {
  private typealias Deep = TypeConditionsThreeDeep
  private typealias Owners = EnumConformsWithConditionsWithin

  /// Goes through three levels of conditions by the protocols alone.
  private func path(_ node: some Deep.ChainFragment) -> String {
    guard case .a(let first) = node.chainCase, let next = first.next else { return "ended at 1" }
    switch next.chainNextCase {
    case .a(let second): return "a \(second.a ?? 0)"
    case .b(let second):
      guard let next = second.next else { return "ended at 2" }
      switch next.chainBNextCase {
      case .a(let third): return "b, a \(third.a ?? 0), \(third.next?.id ?? "end")"
      case .b(let third): return "b, b \(third.b ?? 0)"
      case .other: return "b, other"
      }
    case .other: return "other"
    }
  }

  @Test(arguments: [
    (#"{"__typename": "A", "next": null}"#, "ended at 1"),
    (#"{"__typename": "A", "next": {"__typename": "A", "a": 2}}"#, "a 2"),
    (
      #"{"__typename": "A", "next": {"__typename": "B", "next": {"__typename": "A", "a": 7, "next": {"__typename": "A", "id": "4"}}}}"#,
      "b, a 7, 4"
    ),
    (#"{"__typename": "A", "next": {"__typename": "B", "next": {"__typename": "B", "b": 3}}}"#, "b, b 3"),
    (#"{"__typename": "A", "next": {"__typename": "B", "next": {"__typename": "X"}}}"#, "b, other"),
    (#"{"__typename": "A", "next": {"__typename": "X"}}"#, "other"),
  ])
  func `conditions nest three deep`(_ json: String, _ expected: String) throws {
    let data = try Deep.ChainData(json: json)
    #expect(path(data) == expected)
    #expect(Deep.ChainData(data) == data)
  }

  private func line(_ animal: some Owners.CardFragment) -> String {
    guard let owner = animal.owner else { return "\(animal.name), nobody's" }
    switch owner.cardOwnerCase {
    case .person(let person): return "\(animal.name), \(person.age ?? 0)"
    case .company(let company): return "\(animal.name), \(company.vat ?? "?")"
    case .other: return "\(animal.name), \(owner.__typename)"
    }
  }

  /// The animals' owners have two types, one for cats, and both are switched over as one.
  @Test func `an enumeration whose cases have other types conforms`() throws {
    let data = try Owners.HomeQuery.Data(
      json: """
        {"pets": [], "animals": [
          {"__typename": "Cat", "name": "C", "owner": {"__typename": "Person", "age": 3, "id": "p"}},
          {"__typename": "Cat", "name": "C", "owner": {"__typename": "Company", "vat": "v"}},
          {"__typename": "Dog", "name": "D", "owner": {"__typename": "Person", "age": 4}},
          {"__typename": "Dog", "name": "D", "owner": {"__typename": "Company", "vat": "w"}},
          {"__typename": "Dog", "name": "D", "owner": null},
          {"__typename": "Cat", "name": "C", "owner": {"__typename": "Trust"}}]}
        """)
    let expected = ["C, 3", "C, v", "D, 4", "D, w", "D, nobody's", "C, Trust"]
    #expect(data.animals.map { line($0) } == expected)
    #expect(data.animals.map { line(Owners.CardData($0)) } == expected)
  }

  private func row(_ node: some TypeConditionsThatOverlap.RowFragment) -> String {
    switch node.rowCase {
    case .a(let a): "\(node.id), \(a.name ?? "?"), a \(a.a ?? 0)"
    case .named(let named): "\(node.id), \(named.name ?? "?")"
    case .other: node.id
    }
  }

  /// A case that has all of another, and one more, is the narrower one; the type's own cases do not matter.
  @Test(arguments: [
    (#"{"__typename": "A", "__isNamed": "A", "id": "1", "name": "n", "a": 2}"#, "1, n, a 2"),
    (#"{"__typename": "B", "__isNamed": "B", "id": "2", "name": "m"}"#, "2, m"),
    (#"{"__typename": "D", "__isNamed": "D", "id": "3", "name": null}"#, "3, ?"),
    (#"{"__typename": "C", "id": "4"}"#, "4"),
  ])
  func `conditions overlap`(_ json: String, _ expected: String) throws {
    typealias Overlap = TypeConditionsThatOverlap
    let node = try #require(try Overlap.HomeQuery.Data(json: "{\"node\": \(json)}").node)
    #expect(row(node) == expected)
    #expect(try row(Overlap.RowData(json: json)) == expected)
    #expect(try Overlap.RowData(node) == Overlap.RowData(json: json))
  }

  private func row(_ node: some TypeConditionUnderVariable.RowFragment) -> String {
    switch node.rowCase {
    case .a(let a): "\(node.id), \(a.name ?? "?"), a \(a.a.map(String.init) ?? "not asked for")"
    case .named(let named): "\(node.id), \(named.name ?? "?")"
    case .other: node.id
    }
  }

  /// A variable decides about fields of a case, not which case it is.
  @Test(arguments: [
    (#"{"__typename": "A", "__isNamed": "A", "id": "1", "name": "n", "a": 2}"#, "1, n, a 2"),
    (#"{"__typename": "A", "__isNamed": "A", "id": "1", "name": "n"}"#, "1, n, a not asked for"),
    (#"{"__typename": "B", "__isNamed": "B", "id": "2", "name": "m"}"#, "2, m"),
    (#"{"__typename": "C", "id": "4"}"#, "4"),
  ])
  func `conditions under variables`(_ json: String, _ expected: String) throws {
    typealias Variable = TypeConditionUnderVariable
    let node = try #require(try Variable.HomeQuery.Data(json: "{\"node\": \(json)}").node)
    #expect(row(node) == expected)
    #expect(try row(Variable.RowData(json: json)) == expected)
  }
}
