import ApusSyntax

/// Names that declarations must not have, because Swift would find them where generated code refers to an outer declaration of that name.
///
/// ``NameResolver`` finds these names after a round of naming, and the next round avoids them.
struct AvoidedNames: Equatable {
  /// Names of nested types, by the definition that contains them.
  var types: [NodeID: Set<String>] = [:]
  /// Names of associated types, by the module of their protocols; "" is the compiled module.
  var associatedTypes: [String: Set<String>] = [:]
  /// Names of properties, by the module of their types; "" is the compiled module.
  var members: [String: Set<String>] = [:]
  /// Names of operations, by their module; "" is the compiled module.
  var operations: [String: Set<String>] = [:]

  /// Adds other names.
  ///
  /// - Returns: whether any of them is new.
  mutating func formUnion(_ other: AvoidedNames) -> Bool {
    let before = self
    types.merge(other.types) { $0.union($1) }
    associatedTypes.merge(other.associatedTypes) { $0.union($1) }
    members.merge(other.members) { $0.union($1) }
    operations.merge(other.operations) { $0.union($1) }
    return self != before
  }
}
