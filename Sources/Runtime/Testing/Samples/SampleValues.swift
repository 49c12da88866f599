import Apus
import ApusClient
import ApusPlatform
import ApusShapeChoices

/// The state of one sample: given and generated values. It can also observe the forms of a value that is given as a whole.
final class SampleValues: SampleSession {
  private struct State {
    /// Decides the forms of what is not given.
    var run: ShapeRun
    var nextID = 1
    /// The types of objects, by path.
    var types: [String: String] = [:]
    /// The given members that may be types of objects, by path and name.
    var given: [String: [String: String]] = [:]
    /// The object whose type was requested last.
    var asked: (path: String, point: ShapePoint)?
    /// The paths of objects whose type's name was read before the type was decided.
    var early: Set<String> = []
    /// The members that were requested, by the path of their object.
    var members: [String: Set<String>] = [:]
    /// The places of optional members of nested inputs that vary.
    var varied: Set<String> = []
    /// Generated IDs by path, so that an object that is read twice keeps its ID.
    var ids: [String: String] = [:]
    /// The number of elements that may still be generated.
    var room = SampleValues.maximumElements
    /// Whether there was no more room.
    var isFull = false
    /// The forms of what is given, while a value is observed.
    var observed: Set<ShapeChoice> = []
    /// The nulls in it, by path: what they stand for is only known at the end.
    var nullForms: [String: ShapeChoice] = [:]
    /// The members of an observed value that are results.
    var results: Set<String> = []
    /// Those of them that are null because of an error.
    var failed: Set<String> = []
    /// The conditional members of an observed value that are null, by path. Where nil means both, one that is left out is written as
    /// null as well.
    var nulls: [String: ShapePoint] = [:]
  }

  private let seed: Int
  private let listDepth: Int
  /// The types that the same value had when it was made before, of objects whose type's name is read before it is decided.
  private let decidedTypes: [String: String]
  /// The value to observe, as JSON; nil to make a sample.
  private let subject: GraphQLValue?
  private let state: Locked<State>

  /// - Parameters:
  ///   - findings: what earlier samples of the type have shown.
  ///   - listDepth: the number of lists in each other that have generated elements.
  ///   - types: the ``lateTypes`` of the same value.
  init(seed: Int, run: ShapeRun, findings: SampleFindings, listDepth: Int, types: [String: String]) {
    self.seed = seed
    self.listDepth = listDepth
    decidedTypes = types
    subject = nil
    state = Locked(State(run: run, members: findings.members, varied: findings.varied))
  }

  /// Observes a value. All of it is given, so nothing is generated.
  init(observing subject: GraphQLValue) {
    seed = 0
    listDepth = .max
    decidedTypes = [:]
    self.subject = subject
    state = Locked(State(run: ShapeRun()))
  }

  /// The decisions so far.
  var run: ShapeRun { state.withLock { $0.run } }
  /// The members that were requested, by the path of their object.
  var members: [String: Set<String>] { state.withLock { $0.members } }
  /// The places of optional members of nested inputs that vary.
  var varied: Set<String> { state.withLock { $0.varied } }

  static func place(_ path: [any CodingKey]) -> String {
    path.map { key in key.intValue.map { "\($0)" } ?? key.stringValue }.joined(separator: ".")
  }

  // MARK: - Types

  /// Whether a member may be an object's `__typename`: the compiler adds a number where a document gives the name to another field.
  static func isTypename(_ key: String) -> Bool {
    key.hasPrefix("__typename") && key.utf8.dropFirst("__typename".utf8.count).allSatisfy { $0 &- 0x30 < 10 }
  }

  func typename(at path: [any CodingKey], under key: String) -> String? {
    let place = Self.place(path)
    let typename: String? = state.withLock { state in
      state.asked = (place, ShapePoint(Self.shapePlace(path), .type))
      return state.types[place] ?? state.given[place]?[key]
    }
    if let typename { observe(.type, ShapeForm.type(typename), at: path) }
    return typename
  }

  /// The name of an object's type as one of its members; nil if it is not known yet, or the type is one that nothing tests for.
  func typeText(at path: [any CodingKey], under key: String) -> String? {
    let place = Self.place(path)
    return state.withLock { state in
      if let known = state.types[place] ?? state.given[place]?[key] ?? decidedTypes[place] { return known }
      state.early.insert(place)
      return nil
    }
  }

  /// The types, by path, that were decided after their names were read. If there are any, the value must be made again with them.
  var lateTypes: [String: String] {
    state.withLock { state in state.types.filter { state.early.contains($0.key) } }
  }

  func choose(_ typename: String) -> Bool {
    state.withLock { state in
      guard let (path, point) = state.asked, state.types[path] == nil else { return false }
      guard state.run.isType(typename, point, at: path) else { return false }
      state.types[path] = typename
      return true
    }
  }

  /// Records a given member that may be the type of an object.
  func setType(_ typename: String, at path: [any CodingKey], under key: String) {
    let place = Self.place(path)
    state.withLock { $0.given[place, default: [:]][key] = typename }
  }

  // MARK: - Forms

  /// The place of a path, in the spelling of `ShapePlace`. An object that a generated type writes contains those of its
  /// fragments, whose members are at the object's own place.
  static func shapePlace(_ path: [any CodingKey]) -> String {
    path.reduce("") { place, key in
      if isPart(key.stringValue) { return place }
      return key.intValue == nil
        ? ShapePlace.member(key.stringValue, of: place) : ShapePlace.element(of: place)
    }
  }

  /// Whether a member represents a fragment.
  private static func isPart(_ key: String) -> Bool { key.hasPrefix("...") }

  /// The form of a value that is not given.
  ///
  /// - Parameter forms: the permitted forms, the usual one first.
  func choose(
    _ kind: ShapePoint.Kind, _ forms: [String], at path: [any CodingKey], isNilIfLeftOut: Bool = false
  ) -> String {
    let point = ShapePoint(Self.shapePlace(path), kind)
    let place = Self.place(path)
    return state.withLock {
      $0.run.choose(point, at: place, among: forms, isNilIfLeftOut: isNilIfLeftOut)
    }
  }

  /// Whether a form at a path or below it is not the usual one.
  func isUnusual(at path: [any CodingKey]) -> Bool {
    let place = Self.place(path)
    return state.withLock { $0.run.isUnusual(at: place) }
  }

  /// The maximum depth at which optional members of inputs are chosen, because inputs may contain each other without end.
  private static let maximumChoiceDepth = 3
  /// The maximum number of optional members of nested inputs that are chosen. An input with 50 members of the same type has
  /// 125,000 at the third level, and each costs a value.
  private static let maximumChoices = 1000

  /// Whether optional members of the input at a path are chosen. Which ones reach the maximum first depends on the order in
  /// which values are made: those of the second level come before those of the third.
  private func mayVary(_ members: [String], at path: [any CodingKey]) -> Bool {
    if path.isEmpty { return true }
    if path.count >= Self.maximumChoiceDepth { return false }
    let place = Self.shapePlace(path)
    let places = members.map { ShapePlace.member($0, of: place) }
    return state.withLock { state in
      if state.varied.isSuperset(of: places) { return true }
      if state.varied.count + places.count > Self.maximumChoices { return false }
      state.varied.formUnion(places)
      return true
    }
  }

  func includes(_ member: String, ofInput: Bool, at path: [any CodingKey]) -> Bool {
    if subject != nil {
      observe(member: member, nil, at: path)
      return false
    }
    if ofInput, !mayVary([member], at: path) { return false }
    if Self.isMarker(member) {
      let type = member.hasPrefix("__is") ? String(member.dropFirst(4)) : member
      let forms = ["is not another \(type)", "is another \(type)"]
      return choose(.marker(member), forms, at: path) == forms[1]
    }
    noteMember(member, at: path)
    let forms = [ShapeForm.leftOut, ShapeForm.included]
    // An input distinguishes the two.
    return choose(.member, forms, at: path + [SampleKey(member)], isNilIfLeftOut: !ofInput)
      == ShapeForm.included
  }

  /// Whether a member marks that an object of an unknown type belongs to an interface or union.
  private static func isMarker(_ member: String) -> Bool { member.hasPrefix("__") }

  func state(of part: String, at path: [any CodingKey], among states: [SampledPart]) -> SampledPart {
    if subject != nil {
      // Generated types write the state of each part that may be pending, so this one is absent.
      let state: SampledPart =
        states.contains(.absent) ? .absent : states.first ?? .absent
      observe(part, state, at: path)
      return state
    }
    let forms = states.map(\.form)
    let form = choose(.part(part), forms, at: path + [SampleKey(Self.property(ofPart: part))])
    return forms.firstIndex(of: form).map { states[$0] } ?? states.first ?? .absent
  }

  /// The property's name for the member of a fragment: `...PetCard@defer` is `petCard`, and `...@cat` is `cat`.
  private static func property(ofPart part: String) -> String {
    let name = part.split(whereSeparator: { $0 == "." || $0 == "@" }).first.map(String.init) ?? part
    return name.prefix(1).lowercased() + name.dropFirst()
  }

  func error(of member: String, at path: [any CodingKey]) -> GraphQLFieldError? {
    if subject != nil {
      observeResult(member, at: path)
      return nil
    }
    let path = path + [SampleKey(member)]
    let forms = [ShapeForm.success, ShapeForm.error]
    guard choose(.result, forms, at: path) == ShapeForm.error else { return nil }
    let message = "The sample of \(Self.shapePlace(path)) failed."
    return GraphQLFieldError(errors: [GraphQLError(message: message, path: GraphQLPath(path))])
  }

  // MARK: - Inputs

  /// The maximum depth of generated inputs.
  private static let maximumDepth = 64

  /// The first member, and a later one at greater depth, because the first may contain an input of the same type. Every
  /// fourth level moves on, so inputs that merely nest a few others still get their first members.
  func onlyMember(of names: [String], at path: [any CodingKey]) -> Int? {
    guard path.count < Self.maximumDepth, !names.isEmpty else { return nil }
    let usual = min(path.count / 4, names.count - 1)
    guard mayVary(names, at: path) else { return usual }
    let order = [usual] + names.indices.filter { $0 != usual }
    let form = choose(.member, order.map { "has \(names[$0])" }, at: path)
    return names.firstIndex { form == "has \($0)" } ?? usual
  }

  // MARK: - Lists

  /// The maximum number of generated elements in a value, because lists in lists multiply.
  private static let maximumElements = 4000
  /// The number of elements that a given element makes room for, so that a long given list has what a short one has.
  private static let elementsOfGiven = 400

  /// Whether the value has more elements than are permitted. The rest of its lists are empty, so that it is soon complete.
  var isFull: Bool { state.withLock { $0.isFull } }

  /// Whether a generated list may have elements.
  func mayHaveElements(at path: [any CodingKey]) -> Bool {
    path.lazy.filter { $0.intValue != nil }.count < listDepth && !isFull
  }

  /// Counts an element.
  func noteElement(isGiven: Bool) {
    state.withLock { state in
      state.room += isGiven ? Self.elementsOfGiven : -1
      if state.room < 0 { state.isFull = true }
    }
  }

  // MARK: - Values

  func id(at path: [any CodingKey]) -> String {
    let place = Self.place(path)
    return state.withLock { state in
      if let known = state.ids[place] { return known }
      let id = "\(state.nextID)"
      state.nextID += 1
      state.ids[place] = id
      return id
    }
  }

  func text(at path: [any CodingKey]) -> String {
    let name = path.last { $0.intValue == nil }?.stringValue ?? "value"
    return GeneratedValue.text(name, index: path.last { $0.intValue != nil }?.intValue)
  }

  /// A number from 0 to 99 derived from the seed and the path.
  func number(at path: [any CodingKey]) -> Int {
    let hash = GeneratedValue.hash(Array(Self.place(path).utf8), seed: seed)
    return Int((hash >> 32) % 100)
  }

  // MARK: - Observing

  /// The forms of an observed value.
  var observed: Set<ShapeChoice> {
    state.withLock { state in
      // A result that is left out is not written, so a null is its value.
      let members = state.nulls.map { place, point in
        ShapeChoice(point, state.results.contains(place) ? ShapeForm.included : ShapeForm.leftOut)
      }
      let nulls = state.nullForms.filter { place, _ in
        !state.failed.contains(place) && (state.nulls[place] == nil || state.results.contains(place))
      }
      return state.observed.union(members).union(nulls.values)
    }
  }

  /// Records the form of a given value while a value is observed.
  func observe(_ kind: ShapePoint.Kind, _ form: String, at path: [any CodingKey]) {
    // The member for a fragment, and the null of an error or of a member that is left out, only represent other forms. The type of
    // a fragment's object is that of the object: only the fragment may test for it.
    let isPart = path.last.map { Self.isPart($0.stringValue) } ?? false
    guard subject != nil, !isPart || kind == .type else { return }
    let place = Self.place(path)
    let choice = ShapeChoice(ShapePoint(Self.shapePlace(path), kind), form)
    state.withLock { state in
      if form == ShapeForm.null { state.nullForms[place] = choice } else { state.observed.insert(choice) }
    }
  }

  /// Records whether a member that may be missing exists, and the state of a fragment's property.
  ///
  /// - Parameter value: nil if the object lacks the member.
  func observe(member: String, _ value: GraphQLValue?, at path: [any CodingKey]) {
    // Generated types do not write the marker that decides about a fragment.
    if subject == nil || Self.isTypename(member) || Self.isMarker(member) { return }
    if Self.isPart(member) {
      switch value ?? .null {
      case .null: observe(member, .absent, at: path)
      case .string: observe(member, .pending, at: path)
      case .list: observe(member, .failed, at: path)
      default: observe(member, .present, at: path)
      }
    } else {
      let path = path + [SampleKey(member)]
      if value == .null {
        let place = Self.place(path)
        state.withLock { $0.nulls[place] = ShapePoint(Self.shapePlace(path), .member) }
      } else {
        observe(.member, value == nil ? ShapeForm.leftOut : ShapeForm.included, at: path)
      }
    }
  }

  private func observe(_ part: String, _ state: SampledPart, at path: [any CodingKey]) {
    observe(.part(part), state.form, at: path + [SampleKey(Self.property(ofPart: part))])
  }

  /// Records whether a field that may fail has a value. Generated types write its errors as another member: `"title!"`.
  private func observeResult(_ member: String, at path: [any CodingKey]) {
    var object = subject
    for key in path {
      if let index = key.intValue { object = object?[index] } else { object = object?[key.stringValue] }
    }
    let isFailed = object?.object?["\(member)!"] != nil
    let path = path + [SampleKey(member)]
    let place = Self.place(path)
    state.withLock { state in
      state.results.insert(place)
      if isFailed { state.failed.insert(place) }
    }
    observe(.result, isFailed ? ShapeForm.error : ShapeForm.success, at: path)
  }

  // MARK: - Given values

  /// Records that a member was requested.
  func noteMember(_ name: String, at path: [any CodingKey]) {
    let place = Self.place(path)
    state.withLock { _ = $0.members[place, default: []].insert(name) }
  }
}
