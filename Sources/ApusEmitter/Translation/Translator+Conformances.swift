import ApusIR

/// Protocols that a type conforms to beside the runtime's.
extension Translator {
  /// What the configuration adds.
  func conformances(of type: PlacedType) -> [String] {
    (options.conformances["*"] ?? []) + (options.conformances[type.path] ?? [])
  }
}
