import Apus

/// Merges the parts of an incremental response. It supports two formats, and recognizes each payload's:
///
/// - 2022: `incremental` contains objects with `path`, and `data` or `items`.
/// - The specification's draft: `pending` announces parts by `id` and `path`, `incremental` refers to them, and `completed` ends them.
///
/// A payload with neither is a complete response, from a server without support for `@defer` and `@stream`.
/// Specification: <https://github.com/graphql/graphql-spec/pull/1110>.
struct IncrementalMerger {
  /// A part that was announced and has not ended.
  struct Pending: Hashable {
    var path: GraphQLPath
    var label: String?
  }

  /// Maps a part's label to the member of its object that represents it: true once it is merged, or its errors.
  private let parts: [String: String]

  private var data: GraphQLValue?
  private var errors: [GraphQLValue] = []
  private var extensions: [String: GraphQLValue] = [:]
  /// The parts of the draft's format that have not ended, by their identifiers.
  private(set) var pending: [String: Pending] = [:]
  /// The parts that ended with errors, so that nothing can be merged.
  private(set) var failed: [Pending] = []
  /// Whether the server has announced the end.
  private(set) var isComplete = false
  private var hasBegun = false

  /// The response as merged so far.
  var response: GraphQLValue {
    var members: [String: GraphQLValue] = [:]
    members["data"] = data
    if !errors.isEmpty { members["errors"] = .list(errors) }
    if !extensions.isEmpty { members["extensions"] = .object(extensions) }
    if !isComplete { members["hasNext"] = true }
    return .object(members)
  }

  /// - Parameter parts: maps the label of each part to the member that represents it.
  init(_ parts: [String: String] = [:]) { self.parts = parts }

  /// Merges the next payload in place. A copy for each payload would make the time quadratic.
  ///
  /// - Throws: ``GraphQLClientError/invalidPart(_:)``. Part of the payload may have been merged then, and no other payload may follow.
  mutating func take(_ payload: GraphQLValue) throws {
    guard case .object(let members) = payload else { throw Self.invalid("a payload is not an object") }
    if isComplete { throw Self.invalid("a payload follows the last one") }
    if !hasBegun {
      guard members["data"] != nil || members["errors"] != nil else {
        throw Self.invalid("the first payload has neither data nor errors")
      }
      hasBegun = true
      data = members["data"]
    } else if members["data"] != nil || members["items"] != nil {
      throw Self.invalid("a later payload has data outside of `incremental`")
    }
    errors += try Self.list("errors", in: members)
    add(extensions: members["extensions"])
    for announced in try Self.list("pending", in: members) {
      guard let id = announced["id"].string, let path = GraphQLPath(announced["path"]) else {
        throw Self.invalid("a pending part has no id or no path")
      }
      if pending[id] != nil { throw Self.invalid("a part is announced twice, as \(id)") }
      let part = Pending(path: path, label: announced["label"].string)
      pending[id] = part
      note(part, "pending")
    }
    for part in try Self.list("incremental", in: members) { try merge(part: part) }
    for end in try Self.list("completed", in: members) {
      guard let id = end["id"].string, let part = pending.removeValue(forKey: id) else {
        throw Self.invalid("a part is completed that was not pending")
      }
      let causes = end["errors"].list ?? []
      errors += causes
      if !causes.isEmpty {
        fail(part, causes)
      } else if !pending.values.contains(part) {
        // If two paths lead to the part, its remaining fields may arrive with the other one.
        note(part, true)
      }
    }
    isComplete = members["hasNext"]?.bool != true
    if isComplete, let id = pending.keys.min() {
      throw Self.invalid("the last payload leaves a part pending, \(id)")
    }
  }

  /// The elements of a member that must be a list if it is present.
  private static func list(_ name: String, in members: [String: GraphQLValue]) throws -> [GraphQLValue] {
    guard let value = members[name], value != .null else { return [] }
    guard let elements = value.list else { throw invalid("`\(name)` is not a list") }
    return elements
  }

  private mutating func merge(part: GraphQLValue) throws {
    let causes = part["errors"].list ?? []
    errors += causes
    add(extensions: part["extensions"])
    // Some servers repeat the path in addition to the identifier. The identifier takes precedence.
    let id = part["id"].string
    let announced = id.flatMap { pending[$0] }
    if let id, announced == nil { throw Self.invalid("a part arrived that is not pending: \(id)") }
    let subPath = GraphQLPath(part["subPath"]) ?? GraphQLPath()
    guard var path = announced?.path ?? GraphQLPath(part["path"]) else {
      throw Self.invalid("a part has neither a path nor the id of a pending part")
    }
    if announced != nil { path.components += subPath.components }
    let isDraft = announced != nil
    switch (part["data"], part["items"]) {
    case (.object(let members), _):
      var isPossible = true
      try change(at: path) { value in
        guard value.object != nil else { return false }
        // A part that contradicts existing values has failed, for example because an error in it made a value null.
        isPossible = value.agrees(with: .object(members))
        if isPossible { value.merge(.object(members)) }
        return true
      }
      let whole = Pending(path: path, label: part["label"].string)
      // In the draft's format, a part may arrive in pieces. The server reports when it is complete.
      if !isPossible { fail(whole, causes) } else if !isDraft { note(whole, true) }
    case (_, .list(let items)):
      try add(items, at: path, isDraft: isDraft)
    default:
      // The part failed, and its errors give the reason.
      fail(Pending(path: path, label: part["label"].string), causes)
    }
  }

  /// Records that a part will not arrive.
  private mutating func fail(_ part: Pending, _ causes: [GraphQLValue]) {
    failed.append(part)
    note(part, .list(causes))
  }

  /// Records the outcome of a part for the type that reads its object. If two paths lead to the part, it is present if either succeeds.
  private mutating func note(_ part: Pending, _ outcome: GraphQLValue) {
    guard let key = part.label.flatMap({ parts[$0] }) else { return }
    _ = data?.change(at: part.path.components[...]) { value in
      guard case .object(var members) = value else { return false }
      value = .null
      if members[key] != true { members[key] = outcome }
      value = .object(members)
      return true
    }
  }

  /// Adds elements to a list: at the end, or at the index in the older format's path.
  private mutating func add(_ items: [GraphQLValue], at path: GraphQLPath, isDraft: Bool) throws {
    var path = path
    var start: Int?
    if !isDraft, case .index(let index)? = path.components.last {
      path.components.removeLast()
      start = index
    }
    try change(at: path) { value in
      guard case .list(var elements) = value else { return false }
      value = .null
      defer { value = .list(elements) }
      let index = start ?? elements.count
      guard 0...elements.count ~= index else { return false }
      // Existing elements are replaced, because a server may repeat itself.
      elements.replaceSubrange(index..<min(index + items.count, elements.count), with: items)
      return true
    }
  }

  private mutating func change(at path: GraphQLPath, _ body: (inout GraphQLValue) -> Bool) throws {
    var value = data ?? .null
    data = nil
    let isFound = value.change(at: path.components[...], body)
    data = value
    guard isFound else { throw Self.invalid("a part belongs to \(path), which the response does not have") }
  }

  private mutating func add(extensions new: GraphQLValue?) {
    for (name, value) in new?.object ?? [:] { extensions[name] = value }
  }

  private static func invalid(_ reason: String) -> GraphQLClientError { .invalidPart(reason) }
}

extension GraphQLPath {
  /// Parses a path: a list of strings and integers.
  fileprivate init?(_ value: GraphQLValue) {
    guard let steps = value.list else { return nil }
    self.init()
    for step in steps {
      if let key = step.string {
        components.append(.key(key))
      } else if let index = step.int {
        components.append(.index(index))
      } else {
        return nil
      }
    }
  }
}

extension GraphQLValue {
  /// Whether two values agree in everything that both contain.
  fileprivate func agrees(with other: GraphQLValue) -> Bool {
    switch (self, other) {
    case (.object(let members), .object(let others)):
      others.allSatisfy { name, value in members[name].map { $0.agrees(with: value) } ?? true }
    case (.list(let elements), .list(let others)):
      elements.count == others.count && zip(elements, others).allSatisfy { $0.agrees(with: $1) }
    case (.null, .null): true
    case (.null, _), (_, .null): false
    default: true
    }
  }

  /// Merges members: objects with objects, and lists of equal length element by element. Otherwise, the new value wins.
  fileprivate mutating func merge(_ new: GraphQLValue) {
    if case .object(let others) = new, case .object(var members) = self {
      // Released here, so that the members are changed in place.
      self = .null
      for (name, value) in others { members[name, default: .null].merge(value) }
      self = .object(members)
    } else if case .list(let others) = new, case .list(var elements) = self, elements.count == others.count {
      self = .null
      for index in elements.indices { elements[index].merge(others[index]) }
      self = .list(elements)
    } else {
      self = new
    }
  }

  /// Changes the value at a path in place.
  ///
  /// - Returns: false if the path does not exist.
  fileprivate mutating func change(
    at path: ArraySlice<GraphQLPath.Component>, _ body: (inout GraphQLValue) -> Bool
  ) -> Bool {
    guard let step = path.first else { return body(&self) }
    switch step {
    case .key(let name):
      guard case .object(var members) = self, let index = members.index(forKey: name) else { return false }
      // Released, as in `merge`.
      self = .null
      defer { self = .object(members) }
      return members.values[index].change(at: path.dropFirst(), body)
    case .index(let index):
      guard case .list(var elements) = self, elements.indices.contains(index) else { return false }
      self = .null
      defer { self = .list(elements) }
      return elements[index].change(at: path.dropFirst(), body)
    }
  }
}
