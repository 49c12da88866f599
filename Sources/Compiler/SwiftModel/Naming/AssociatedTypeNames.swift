import ApusSyntax

/// The names of the associated types in fragments' protocols: for a field `artist { … }`, `associatedtype Artist: AlbumCardFragment_Artist`.
///
/// The name is the response key with a capital letter, changed if necessary so that no two keys share one. In a conforming type and its nested types,
/// Swift finds an associated type before any outer declaration. So the name must differ from those of the schema's enums and input objects, and from
/// every fragment's protocol and type.
final class AssociatedTypeNames {
  private let schemaNames: [String: Set<String>]
  private let avoided: [String: Set<String>]
  /// The names made so far, by module and response key: thousands of fields share a few keys.
  private var known: [String: [String: String]] = [:]

  /// - Parameter schemaNames: the Swift names of all enums and input objects, by module; "" is the compiled module.
  init(_ schemaNames: [String: Set<String>], _ avoided: AvoidedNames) {
    self.schemaNames = schemaNames
    self.avoided = avoided.associatedTypes
  }

  /// The name for a response key.
  ///
  /// - Parameter module: the protocol's module, or nil for the compiled one.
  func name(for key: String, in module: String?) -> String {
    let module = module ?? ""
    if let known = known[module]?[key] { return known }
    let name = find(key, in: module)
    known[module, default: [:]][key] = name
    return name
  }

  private func find(_ key: String, in module: String) -> String {
    let avoided = avoided.isEmpty ? nil : avoided[module]
    let schemaNames = schemaNames[module]
    func isTaken(_ name: String) -> Bool {
      schemaNames?.contains(name) == true || avoided?.contains(name) == true
    }
    let name = SwiftNames.capitalized(key)
    var stem = Substring(name)
    while stem.hasSuffix("_") { stem.removeLast() }
    let underscores = name.utf8.count - stem.utf8.count
    let isStemTaken =
      name.contains(NameSuffix.fragment) || stem.hasSuffix(NameSuffix.data)
      || SwiftNames.reservedTypes.contains(String(stem))
      || isTaken(String(stem))
    // `audienceData` becomes `AudienceDataSelection`, `type` becomes `TypeSelection`, and `class_` becomes `ClassSelection`. Keys such as
    // `class_` are common for words that programming languages reserve.
    if underscores == (isStemTaken ? 0 : 1), name != key, !stem.isEmpty {
      let result = String(stem) + NameSuffix.selection
      if !isTaken(result) { return result }
    }
    // Names for other keys end with zero or more underscores. Keys with the same stem differ in the case of the first letter or in their own trailing
    // underscores, so they get different numbers of them.
    var suffix = 2 * underscores
    if name == key { suffix += 1 }
    if isStemTaken || stem.hasSuffix(NameSuffix.selection) { suffix += 1 }
    return stem + String(repeating: "_", count: suffix)
  }
}
