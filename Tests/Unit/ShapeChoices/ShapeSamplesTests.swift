import ApusShapeChoices
import TestSupport
import Testing

/// Lists of values for types that are made up at random, whose forms are therefore known.
@Suite(.computing, .timeLimit(.minutes(5))) struct ShapeSamplesTests {
  /// A type whose values are made by asking for each form.
  private indirect enum Made {
    case leaf
    /// Null is a form that is offered; it may be an error to take it.
    case nullable(Made, isPermitted: Bool)
    case list(Made)
    case object([String: Made])
    case union([String: Made])
  }

  private struct NotPermitted: Error {}

  private static func make(_ type: Made, _ place: String, _ path: String, _ run: inout ShapeRun) throws
    -> String
  {
    switch type {
    case .leaf: return "leaf"
    case .nullable(let inner, let isPermitted):
      let form = run.choose(ShapePoint(place, .null), at: path, among: [ShapeForm.present, ShapeForm.null])
      if form == ShapeForm.present { return try make(inner, place, path, &run) }
      if !isPermitted { throw NotPermitted() }
      return "null"
    case .list(let element):
      let forms = [2, 1, 0].map(ShapeForm.count)
      let form = run.choose(ShapePoint(place, .count), at: path, among: forms)
      let count = 2 - (forms.firstIndex(of: form) ?? 0)
      return try "["
        + (0..<count).map { try make(element, place + "[]", "\(path).\($0)", &run) }.joined(separator: ",")
        + "]"
    case .object(let members):
      return try "{"
        + members.sorted { $0.key < $1.key }.map { name, member in
          "\(name):" + (try make(member, place + "." + name, path + "." + name, &run))
        }.joined(separator: ",") + "}"
    case .union(let types):
      for (name, payload) in types.sorted(by: { $0.key < $1.key })
      where run.isType(name, ShapePoint(place, .type), at: path) {
        return name + (try make(payload, place, path, &run))
      }
      return "other"
    }
  }

  /// The choices that a type has.
  private static func choices(_ type: Made, _ place: String) -> Set<String> {
    switch type {
    case .leaf: return []
    case .nullable(let inner, let isPermitted):
      let own: Set<String> = isPermitted ? ["\(place) is present", "\(place) is nil"] : []
      return own.union(choices(inner, place))
    case .list(let element):
      return Set([2, 1, 0].map { "\(place) \(ShapeForm.count($0))" }).union(choices(element, place + "[]"))
    case .object(let members):
      return members.reduce(into: []) { $0.formUnion(choices($1.value, place + "." + $1.key)) }
    case .union(let types):
      return types.reduce(into: ["\(place) is of another type"]) { found, type in
        found.insert("\(place) is \(type.key)")
        found.formUnion(choices(type.value, place))
      }
    }
  }

  private static func random(_ depth: Int, _ numbers: inout SeededNumbers, _ name: inout Int) -> Made {
    if depth == 0 { return .leaf }
    func members(_ count: Int, _ numbers: inout SeededNumbers, _ name: inout Int) -> [String: Made] {
      var members: [String: Made] = [:]
      for _ in 0..<count {
        name += 1
        members["m\(name)"] = random(depth - 1, &numbers, &name)
      }
      return members
    }
    switch numbers.next() % 5 {
    case 0: return .nullable(random(depth - 1, &numbers, &name), isPermitted: numbers.next() % 3 > 0)
    case 1: return .list(random(depth - 1, &numbers, &name))
    case 2:
      // Each payload has members of its own, so that no place has two types.
      name += 1
      return .union(
        ["A\(name)": .object(members(2, &numbers, &name)), "B\(name)": .object(members(1, &numbers, &name))])
    default: return .object(members(Int(numbers.next() % 4), &numbers, &name))
    }
  }

  /// A nullable value of a nullable type has one null, as in GraphQL.
  private static func simplified(_ type: Made) -> Made {
    switch type {
    case .leaf: return .leaf
    case .nullable(let inner, let isPermitted):
      if case .nullable = inner { return simplified(inner) }
      return .nullable(simplified(inner), isPermitted: isPermitted)
    case .list(let element): return .list(simplified(element))
    case .object(let members): return .object(members.mapValues(simplified))
    case .union(let types): return .union(types.mapValues(simplified))
    }
  }

  @Test func `each form of a random type is in a value, and each value has a new one`() throws {
    var numbers = SeededNumbers(seed: 11)
    for _ in 0..<400 {
      var name = 0
      let type = Self.simplified(Self.random(5, &numbers, &name))
      let list = try ShapeSamples<String>(
        shape: { AnyHashable($0) }, make: { run in try Self.make(type, "t", "t", &run) })
      let found = list.samples.flatMap(\.choices).map(\.description)
      #expect(Set(found) == Self.choices(type, "t"))
      #expect(Set(found).count == found.count, "a choice is new only once")
      #expect(list.samples.dropFirst().allSatisfy { !$0.choices.isEmpty })
      let names = list.names
      #expect(Set(names).count == names.count)
    }
  }

  @Test func `many choices need few values`() throws {
    let member = Made.nullable(.leaf, isPermitted: true)
    let type = Made.object(Dictionary(uniqueKeysWithValues: (0..<100).map { ("m\($0)", member) }))
    let list = try ShapeSamples<String>(
      shape: { AnyHashable($0) }, make: { run in try Self.make(type, "t", "t", &run) })
    #expect(list.samples.count == 2)
    #expect(list.names[0] == "default")
    #expect(list.names[1].hasPrefix("t.m0 is nil, t.m1 is nil, t.m10 is nil, and 97 more"))
    // The elements of a list share the types.
    let types = Made.list(.union(Dictionary(uniqueKeysWithValues: (0..<20).map { ("T\($0)", .leaf) })))
    let union = try ShapeSamples<String>(
      shape: { AnyHashable($0) }, make: { run in try Self.make(types, "t", "t", &run) })
    #expect(union.samples.count <= 14)
  }

  @Test func `a value without choices is made once`() throws {
    var count = 0
    let list = try ShapeSamples<String>(
      shape: { AnyHashable($0) },
      make: { run in
        count += 1
        return try Self.make(.object(["a": .leaf]), "t", "t", &run)
      })
    #expect(list.samples.count == 1 && count == 1)
  }

  @Test func `a type that makes the shape of another one is its equivalent`() throws {
    let point = ShapePoint("t", .type)
    let list = try ShapeSamples<String>(
      shape: { AnyHashable($0) },
      make: { run in
        for name in ["A", "B", "C"] where run.isType(name, point, at: "t") {
          return name == "C" ? "C" : "A or B"
        }
        return "other"
      })
    #expect(Set(list.choices.map(\.form)) == ["is A", "is C", ShapeForm.otherType])
    #expect(list.equivalents == [ShapeChoice(point, "is B"): ShapeChoice(point, "is A")])
  }

  @Test func `points with the same words have samples of different names`() throws {
    // Each takes a form that excludes the other's.
    let list = try ShapeSamples<String>(
      shape: { AnyHashable($0) },
      make: { run in
        let forms = [ShapeForm.null, ShapeForm.present]
        let first = run.choose(ShapePoint("card", .part("...Card")), at: "card", among: forms)
        let second = run.choose(ShapePoint("card", .part("...Card@defer")), at: "card", among: forms)
        if first == forms[1], second == forms[1] { throw NotPermitted() }
        return "\(first), \(second)"
      })
    #expect(list.names == ["default", "card is present", "card is present (2)"])
  }

  @Test func `a member that is null where nil means both is not included`() throws {
    // The object has the member in any case, and its fragment has it again under a condition. Null is decided first.
    let list = try ShapeSamples<String>(
      shape: { AnyHashable($0) },
      make: { run in
        let forms = [ShapeForm.present, ShapeForm.null]
        let null = run.choose(ShapePoint("b", .null), at: "b", among: forms)
        let other = run.choose(ShapePoint("c", .null), at: "c", among: forms)
        let member = run.choose(
          ShapePoint("b", .member), at: "b", among: [ShapeForm.leftOut, ShapeForm.included],
          isNilIfLeftOut: true)
        let inner = member == ShapeForm.included && null == ShapeForm.present ? "some" : "nil"
        return "\(null), \(other), \(inner)"
      })
    #expect(list.choices.contains { $0.form == ShapeForm.included })
    #expect(list.samples.contains { $0.value.hasSuffix("some") }, "\(list.samples.map(\.value))")
  }

  @Test func `an error of the usual forms is thrown, and a fatal one of others`() {
    let broken = Made.object(["a": .nullable(.leaf, isPermitted: false)])
    #expect(throws: NotPermitted.self) {
      try ShapeSamples<String>(
        shape: { AnyHashable($0) }, isFatal: { $0 is NotPermitted },
        make: { run in try Self.make(broken, "t", "t", &run) })
    }
    #expect(throws: NotPermitted.self) {
      try ShapeSamples<String>(shape: { AnyHashable($0) }, make: { _ in throw NotPermitted() })
    }
  }
}

/// The same numbers for the same seed.
private struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
