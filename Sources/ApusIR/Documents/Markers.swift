/// Keys of objects that the compiler adds. Servers answer the first three; the others stand in what emitted types write.
package enum Markers {
  /// Tells that the object is of an interface or union, also when its type was unknown at compile time.
  package static func typeKey(_ type: String) -> String { "__is\(type)" }

  /// Tells, at a response's root, that a variable is true.
  package static func trueKey(_ variable: String) -> String { "__if_\(variable)" }

  /// Tells, at a response's root, that a variable is false.
  package static func falseKey(_ variable: String) -> String { "__unless_\(variable)" }

  /// Tells that the object has a fragment's property.
  package static func fragmentKey(_ fragment: String, in scope: String) -> String {
    "__has\(scope)\(fragment)"
  }

  /// Tells that the object does not have a property whose member it may have for another's sake.
  package static func absenceKey(_ key: String, in scope: String) -> String { "__no_\(scope)\(key)" }
}
