import ApusSchema

/// Finds the object types for which a guard holds, and simplifies guards for object types that the server's schema gains after the client was
/// compiled.
final class GuardTypes {
  private let schema: Schema
  private let typeSets: TypeSetTable
  private let guards: GuardTable
  private var known: [Guard: TypeSet] = [:]
  private let none: TypeSet
  private let all: TypeSet

  init(_ schema: Schema, _ typeSets: TypeSetTable, _ guards: GuardTable) {
    self.schema = schema
    self.typeSets = typeSets
    self.guards = guards
    none = typeSets.empty()
    all = typeSets.all()
  }

  /// The object types in the current schema for which a guard holds with some values of the variables.
  func types(of applies: Guard) -> TypeSet {
    guard let (atom, no, yes) = guards.question(applies) else { return applies == .never ? none : all }
    if let known = known[applies] { return known }
    let without = types(of: no)
    let with = types(of: yes)
    let result: TypeSet
    switch atom {
    case .variable: result = typeSets.union(without, with)
    case .type(let type):
      let own = typeSets.types(type)
      result = typeSets.union(typeSets.intersection(own, with), typeSets.subtraction(without, own))
    }
    known[applies] = result
    return result
  }

  /// Simplifies a guard for a type that the schema gains later. Of all type conditions, only those in `held` hold for it, and those that they imply.
  func assuming(_ applies: Guard, laterTypeOf held: [TypeID]) -> Guard {
    guards.assuming(applies) { type in held.contains { schema.implies($0, type) } }
  }
}

extension Schema {
  /// Whether every object of `type` is also of type `other`, including objects of types that the schema gains later.
  func implies(_ type: TypeID, _ other: TypeID) -> Bool {
    if type == other { return true }
    switch self[type].kind {
    case .object: return isSubset(type, of: other)
    case .interface: return isRelated(other, to: type)
    default: return false
    }
  }
}
