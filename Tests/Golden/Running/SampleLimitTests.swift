import Apus
import ApusTesting
import TestSupport
import Testing

/// Samples of inputs that contain themselves, and of objects whose parts have the same short name.
@Suite(.computing, .timeLimit(.minutes(15))) struct SampleLimitTests {
  @Test func `a list that an input requires of itself ends`() throws {
    let tree = try Tree.sample()
    #expect(tree.all.count == 2 && tree.all[0].all.count == 2)
    #expect(tree.size < 5000)
    #expect(
      try Tree.sample(["all": [[:], ["all": []], [:]]]).all.map(\.all.isEmpty) == [false, true, false])
    let samples = try Tree.samples()
    #expect(samples.first?.value == tree)
    #expect(Set(samples.map(\.value.all.count)) == [0, 1, 2])
    #expect(samples.allSatisfy { $0.value.size < 5000 })
  }

  @Test func `given elements make room for the lists in them`() throws {
    let given = GraphQLValue.list(Array(repeating: [:], count: 2500))
    let rows = try Rows.sample(["rows": given]).rows
    #expect(rows.count == 2500 && rows.allSatisfy { $0.cards.count == 2 })
  }

  @Test func `an input whose first members are lists of itself has samples`() throws {
    let sample = try Either.sample()
    #expect(sample.size > 1 && sample.size < 5000)
    let samples = try Either.samples()
    #expect(samples.first?.value == sample)
    #expect(samples.contains { if case .id = $0.value { true } else { false } })
    #expect(samples.contains { $0.value == .any([]) })
  }

  @Test func `a wide input that contains itself has a bounded list of samples`() throws {
    let samples = try Wide.samples()
    // Each member of the first level is in a value, and there is a second level.
    for index in Wide.names.indices {
      #expect(samples.contains { $0.value.members[index] != .unset }, "\(Wide.names[index])")
    }
    #expect(
      samples.contains { sample in
        sample.value.members.contains { member in
          guard case .value(let inner) = member else { return false }
          return inner.members.contains { $0 != .unset }
        }
      })
    #expect(Set(samples.map(\.name)).count == samples.count)
  }

  @Test func `two spreads of a fragment have forms of their own`() throws {
    let samples = try Twice.samples()
    let values = samples.map(\.value)
    #expect(values.contains { $0.card == nil } && values.contains { $0.card != nil })
    #expect(values.contains { $0.later == .pending })
    #expect(values.contains { if case .value = $0.later { true } else { false } })
    #expect(values.contains { if case .failed = $0.later { true } else { false } })
    #expect(samples.contains { $0.name.contains("card is failed") }, "\(samples.map(\.name))")
    #expect(Set(samples.map(\.name)).count == samples.count)
  }
}

/// As it is generated for `input Tree { all: [Tree!]! }`.
private struct Tree: GraphQLObject {
  let all: [Tree]

  init(_reading r: inout GraphQLReader) throws { all = try r.selections("all") }
  func _write(to w: inout GraphQLWriter) { w.selections("all", all) }

  /// The number of objects.
  var size: Int { all.reduce(1) { $0 + $1.size } }
}

/// As it is generated for `input Either @oneOf { all: [Either!] any: [Either!] id: ID }`.
private enum Either: GraphQLObject {
  case all([Either])
  case any([Either])
  case id(String)

  init(_reading r: inout GraphQLReader) throws {
    switch try r.onlyMember(of: ["all", "any", "id"]) {
    case 0: self = .all(try r.selections("all"))
    case 1: self = .any(try r.selections("any"))
    default: self = .id(try r.id("id"))
    }
  }

  func _write(to w: inout GraphQLWriter) {
    switch self {
    case .all(let list): w.selections("all", list)
    case .any(let list): w.selections("any", list)
    case .id(let id): w.id("id", id)
    }
  }

  /// The number of objects.
  var size: Int {
    switch self {
    case .all(let list), .any(let list): list.reduce(1) { $0 + $1.size }
    case .id: 1
    }
  }
}

/// An input with 40 optional members of its own type.
private struct Wide: GraphQLObject {
  static let names: [StaticString] = [
    "m0", "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "m9",
    "m10", "m11", "m12", "m13", "m14", "m15", "m16", "m17", "m18", "m19",
    "m20", "m21", "m22", "m23", "m24", "m25", "m26", "m27", "m28", "m29",
    "m30", "m31", "m32", "m33", "m34", "m35", "m36", "m37", "m38", "m39",
  ]

  let members: [GraphQLNullable<Wide>]

  init(_reading r: inout GraphQLReader) throws {
    var members: [GraphQLNullable<Wide>] = []
    for name in Self.names { members.append(try r.nullableSelection(name)) }
    self.members = members
  }

  func _write(to w: inout GraphQLWriter) {
    for (name, member) in zip(Self.names, members) { w.nullableSelection(name, member) }
  }
}

private struct Card: GraphQLObject {
  let title: String

  init(_reading r: inout GraphQLReader) throws { title = try r.string("title") }
  func _write(to w: inout GraphQLWriter) { w.string("title", title) }
}

private struct Rows: GraphQLObject {
  let rows: [Row]

  init(_reading r: inout GraphQLReader) throws { rows = try r.selections("rows") }
  func _write(to w: inout GraphQLWriter) { w.selections("rows", rows) }

  struct Row: GraphQLObject {
    let cards: [Card]

    init(_reading r: inout GraphQLReader) throws { cards = try r.selections("cards") }
    func _write(to w: inout GraphQLWriter) { w.selections("cards", cards) }
  }
}

/// As it is generated for `...Card @include(if: $x) ...Card @defer`.
private struct Twice: GraphQLObject {
  let card: Card?
  let later: GraphQLDeferred<Card>

  init(_reading r: inout GraphQLReader) throws {
    card = try r.fragmentOrNil("...Card", if: true)
    later = try r.deferred("...Card@defer")
  }

  func _write(to w: inout GraphQLWriter) {
    w.selection("...Card", card)
    w.deferred("...Card@defer", later)
  }
}
