import Apus
import ApusClient
import ApusPlatform
import ApusShapeChoices

/// The state of one sample: given and generated values.
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
    /// The members that were requested, by the path of their object.
    var members: [String: Set<String>] = [:]
    /// Generated IDs by path, so that an object that is read twice keeps its ID.
    var ids: [String: String] = [:]
  }

  private let seed: Int
  private let state: Locked<State>

  /// - Parameter known: the members that earlier samples of the type were asked for.
  init(seed: Int, run: ShapeRun = ShapeRun(), known members: [String: Set<String>] = [:]) {
    self.seed = seed
    state = Locked(State(run: run, members: members))
  }

  /// The decisions so far.
  var run: ShapeRun { state.withLock { $0.run } }
  /// The members that were requested, by the path of their object.
  var members: [String: Set<String>] { state.withLock { $0.members } }

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
    return state.withLock { state in
      state.asked = (place, ShapePoint(Self.shapePlace(path), .type))
      return state.types[place] ?? state.given[place]?[key]
    }
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

  /// The place of a path, without the indices of elements: `album.artists[]`.
  static func shapePlace(_ path: [any CodingKey]) -> String {
    var place = ""
    for key in path {
      if key.intValue != nil {
        place += "[]"
      } else {
        place += place.isEmpty ? key.stringValue : "." + key.stringValue
      }
    }
    return place
  }

  /// The form of a value that is not given.
  ///
  /// - Parameter forms: the permitted forms, the usual one first.
  func choose(_ kind: ShapePoint.Kind, _ forms: [String], at path: [any CodingKey]) -> String {
    let point = ShapePoint(Self.shapePlace(path), kind)
    let place = Self.place(path)
    return state.withLock { $0.run.choose(point, at: place, among: forms) }
  }

  /// Whether a form at a path or below it is not the usual one.
  func isUnusual(at path: [any CodingKey]) -> Bool {
    let place = Self.place(path)
    return state.withLock { $0.run.isUnusual(at: place) }
  }

  /// The maximum depth at which optional members of inputs are chosen, because inputs may contain each other without end.
  private static let maximumChoiceDepth = 3

  func includes(_ member: String, ofInput: Bool, at path: [any CodingKey]) -> Bool {
    if ofInput, path.count >= Self.maximumChoiceDepth { return false }
    if member.hasPrefix("__") {
      let type = member.hasPrefix("__is") ? String(member.dropFirst(4)) : member
      let forms = ["is not another \(type)", "is another \(type)"]
      return choose(.marker(member), forms, at: path) == forms[1]
    }
    noteMember(member, at: path)
    return choose(.member, ShapeForm.member, at: path + [SampleKey(member)]) == ShapeForm.member[1]
  }

  func state(of part: String, at path: [any CodingKey], among states: [SampledPart]) -> SampledPart {
    let forms = states.map { $0 == .absent ? "is nil" : "is \($0.rawValue)" }
    let form = choose(.part, forms, at: path + [SampleKey(Self.property(ofPart: part))])
    return forms.firstIndex(of: form).map { states[$0] } ?? states.first ?? .absent
  }

  /// The property's name for the member of a fragment: `...PetCard@defer` is `petCard`, and `...@cat` is `cat`.
  private static func property(ofPart part: String) -> String {
    let name = part.split(whereSeparator: { $0 == "." || $0 == "@" }).first.map(String.init) ?? part
    return name.prefix(1).lowercased() + name.dropFirst()
  }

  func error(of member: String, at path: [any CodingKey]) -> GraphQLFieldError? {
    let path = path + [SampleKey(member)]
    guard choose(.result, ShapeForm.result, at: path) == ShapeForm.result[1] else { return nil }
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
    if path.count >= Self.maximumChoiceDepth { return usual }
    let order = [usual] + names.indices.filter { $0 != usual }
    let form = choose(.member, order.map { "has \(names[$0])" }, at: path)
    return names.firstIndex { form == "has \($0)" } ?? usual
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

  /// The name of a field in words: `firstName` becomes "First name". An element of a list also has its number.
  func text(at path: [any CodingKey]) -> String {
    let name = path.last { $0.intValue == nil }?.stringValue ?? "value"
    var words = ""
    let characters = Array(name)
    for (index, character) in characters.enumerated() where character != "_" || !words.isEmpty {
      if character == "_" {
        words.append(" ")
      } else if character.isUppercase, characters[..<index].last?.isLowercase == true {
        // An acronym keeps its capitals: "htmlURL" would otherwise become "Html uRL".
        let isWord = characters[(index + 1)...].first?.isLowercase == true
        words += " " + (isWord ? character.lowercased() : String(character))
      } else {
        words.append(words.isEmpty ? Character(character.uppercased()) : character)
      }
    }
    let indices = path.compactMap(\.intValue).map { "\($0 + 1)" }
    return ([words] + indices.suffix(1)).joined(separator: " ")
  }

  /// A number from 0 to 99 derived from the seed and the path by FNV-1a.
  func number(at path: [any CodingKey]) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ UInt64(bitPattern: Int64(seed))
    for byte in Self.place(path).utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int((hash >> 32) % 100)
  }

  // MARK: - Given values

  /// Records that a member was requested.
  func noteMember(_ name: String, at path: [any CodingKey]) {
    let place = Self.place(path)
    state.withLock { _ = $0.members[place, default: []].insert(name) }
  }

  /// - Throws: ``TestingError`` for a given member that was never requested.
  func check(_ given: GraphQLValue, of type: Any.Type) throws {
    let members = state.withLock { $0.members }
    var open = [(given, "")]
    while let (value, place) = open.popLast() {
      switch value {
      case .object(let object):
        // If the value of a custom scalar is an object, its members are not checked.
        guard let known = members[place] else { continue }
        for (name, value) in object.sorted(by: { $0.key < $1.key }) {
          let inner = place.isEmpty ? name : place + "." + name
          if !known.contains(name), !Self.isTypename(name) {
            let like = known.filter { !$0.hasPrefix("__") }.sorted().min { first, second in
              Self.distance(first, name) < Self.distance(second, name)
            }
            throw TestingError(
              "\(type): \(inner): there is no such member" + (like.map { ". Did you mean \"\($0)\"?" } ?? ""))
          }
          open.append((value, inner))
        }
      case .list(let list):
        for (index, value) in list.enumerated() {
          open.append((value, place.isEmpty ? "\(index)" : "\(place).\(index)"))
        }
      default: break
      }
    }
  }

  /// The edit distance: letters changed, added or removed.
  private static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var row = Array(0...second.count)
    for (index, letter) in first.enumerated() {
      var next = [index + 1]
      for (column, other) in second.enumerated() {
        next.append(min(row[column] + (letter == other ? 0 : 1), row[column + 1] + 1, next[column] + 1))
      }
      row = next
    }
    return row[second.count]
  }
}
