/// The properties for fragments that a reader or a writer is in, from the outermost object on.
///
/// Several types may read and write one object: the type of a field, and those of its properties for fragments. What one of them notes
/// for itself in the JSON, such as `__hasCard`, says nothing to the others, whose conditions are different. So the key of a note
/// ends with the path of the type that made it: `__hasCard.__hasDetails` is of the type of the property `details`. Paths begin at
/// the outermost object that is read or written: a type that conforms to a fragment's protocol has the same properties as the
/// fragment's own type, and so the same paths, and each can read what the other has written.
struct FragmentPath {
  /// The path of the object that is being decoded, where a `Decoder` is behind its reader: nested decoders know nothing of what is
  /// around them.
  @TaskLocal static var current: String?

  /// A property, by its marker, and how many objects are around it.
  private struct Step {
    var marker: StaticString
    var depth: Int
  }

  private var start = ""
  private var steps: [Step] = []

  var isEmpty: Bool { steps.isEmpty && start.isEmpty }

  mutating func enter(_ marker: StaticString, at depth: Int) {
    steps.append(Step(marker: marker, depth: depth))
  }

  mutating func leave() { steps.removeLast() }

  /// The key of a note that an object takes, by its name and by how many objects are around it.
  func key(_ name: StaticString, at depth: Int) -> String {
    name.withUTF8Buffer { String(decoding: $0, as: UTF8.self) } + description(at: depth)
  }

  /// A point before each property, and a hyphen for each object that is entered from there. No encoder escapes these.
  private func description(at depth: Int) -> String {
    var text = start
    for (index, step) in steps.enumerated() {
      let next = index + 1 < steps.count ? steps[index + 1].depth : depth
      text += "." + step.marker.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
      text += String(repeating: "-", count: max(0, next - step.depth))
    }
    return text
  }

  // MARK: - Decoders

  /// Decodes a fragment's object: the objects within it are told where they are.
  func decoding<Object>(_ body: () throws -> Object) rethrows -> Object {
    try Self.$current.withValue(description(at: 0), operation: body)
  }

  /// Decodes an object whose reader begins with the path that it is given.
  static func decodingObject<Object>(_ body: (FragmentPath) throws -> Object) rethrows -> Object {
    guard let outer = current else { return try body(FragmentPath()) }
    var path = FragmentPath()
    path.start = outer + "-"
    return try $current.withValue(path.start) { try body(path) }
  }
}
