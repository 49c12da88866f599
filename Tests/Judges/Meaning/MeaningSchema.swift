import TestSupport

/// A random schema: object types, interfaces that overlap, unions; and object types that it gains later.
struct MeaningSchema {
  struct Reference: Equatable {
    var name: String
    /// `[`, `!` and so on from outside in: `[[T]!]!` is `!l!l`.
    var wrappers: [Character]

    var text: String {
      var result = name
      for wrapper in wrappers.reversed() { result = wrapper == "l" ? "[\(result)]" : result + "!" }
      return result
    }
  }

  var interfaces: [String: Set<String>] = [:]
  var objects: [String: Set<String>] = [:]
  var unions: [String: Set<String>] = [:]
  var laterObjects: [String: Set<String>] = [:]
  /// By type and field the declared type.
  var fields: [String: [String: Reference]] = [:]

  static let leaves = ["a", "b"]
  static let links = ["p", "q", "l"]
  static let roots = ["Query", "Subscription"]

  init(_ random: inout SeededRandom) {
    let interfaceNames = (0..<(1 + random.below(3))).map { "I\($0)" }
    for (index, name) in interfaceNames.enumerated() {
      var parents: Set<String> = []
      for parent in interfaceNames[..<index] where random.chance(35) {
        parents.insert(parent)
        parents.formUnion(interfaces[parent] ?? [])
      }
      interfaces[name] = parents
    }
    func implemented(_ random: inout SeededRandom) -> Set<String> {
      var result: Set<String> = []
      for name in interfaceNames where random.chance(50) {
        result.insert(name)
        result.formUnion(interfaces[name] ?? [])
      }
      return result
    }
    for index in 0..<(1 + random.below(4)) { objects["O\(index)"] = implemented(&random) }
    for index in 0..<2 { laterObjects["Later\(index)"] = implemented(&random) }
    if random.chance(50) {
      var members = Set(objects.keys.sorted().filter { _ in random.chance(60) })
      if members.isEmpty { members = ["O0"] }
      for name in laterObjects.keys.sorted() where random.chance(50) { members.insert(name) }
      unions["U"] = members
    }
    let composites = composites
    var common: [String: Reference] = [:]
    for (index, name) in MeaningSchema.leaves.enumerated() {
      common[name] = Reference(name: "String", wrappers: index == 0 ? [] : ["!"])
    }
    let wrappers: [[Character]] = [[], ["!"], ["!", "l", "!"], ["l", "l"], ["l", "!"]]
    for name in MeaningSchema.links {
      common[name] = Reference(name: random.pick(composites), wrappers: random.pick(wrappers))
    }
    for name in interfaceNames { fields[name] = common }
    for name in objects.keys.sorted() + laterObjects.keys.sorted() + MeaningSchema.roots {
      var own = common
      // Covariance: an object's field may be narrower.
      for link in MeaningSchema.links where random.chance(20) {
        guard let reference = own[link] else { continue }
        let narrower = composites.filter {
          possible($0).isSubset(of: possible(reference.name)) && interfaces[$0] == nil
            && isSubtype($0, reference.name)
        }
        if let choice = narrower.sorted().first { own[link]?.name = choice }
      }
      fields[name] = own
    }
  }

  /// Every composite type that fields can have.
  var composites: [String] {
    // An interface that nothing implements has no objects that a field could be.
    let all = interfaces.keys.sorted() + objects.keys.sorted() + unions.keys.sorted()
    return all.filter { type in possible(type).contains { !isLater($0) } }
  }

  private func isSubtype(_ type: String, _ other: String) -> Bool {
    type == other || objects[type]?.contains(other) == true || unions[other]?.contains(type) == true
  }

  /// The object types that a type can be, those of later included.
  func possible(_ type: String) -> Set<String> {
    if objects[type] != nil || laterObjects[type] != nil || MeaningSchema.roots.contains(type) {
      return [type]
    }
    if let members = unions[type] { return members }
    return Set(objects.merging(laterObjects) { $1 }.filter { $0.value.contains(type) }.keys)
  }

  func isAbstract(_ type: String) -> Bool { interfaces[type] != nil || unions[type] != nil }

  func isLater(_ type: String) -> Bool { laterObjects[type] != nil }

  /// What the compiler sees of it.
  var text: String {
    func body(_ name: String) -> String {
      let own = fields[name] ?? [:]
      return "{ " + own.keys.sorted().map { "\($0): \(own[$0]?.text ?? "")" }.joined(separator: " ") + " }\n"
    }
    func implements(_ names: Set<String>) -> String {
      names.isEmpty ? "" : "implements " + names.sorted().joined(separator: " & ") + " "
    }
    var result = "directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT\n"
    for name in MeaningSchema.roots { result += "type \(name) " + body(name) }
    for name in interfaces.keys.sorted() {
      result += "interface \(name) \(implements(interfaces[name] ?? []))" + body(name)
    }
    for name in objects.keys.sorted() {
      result += "type \(name) \(implements(objects[name] ?? []))" + body(name)
    }
    for (name, members) in unions {
      result += "union \(name) = " + members.filter { !isLater($0) }.sorted().joined(separator: " | ") + "\n"
    }
    return result
  }
}
