import ApusSwiftModel

/// How the modules above a module get its value of a configuration key. Types conform to protocols of fragments in modules below, so both
/// must agree on what the documents mean, and on types and names.
enum KeyInheritance {
  /// The last module below that sets the key decides, unless the configuration sets it.
  ///
  /// - Parameters:
  ///   - names: the key, and other places where the value can be set.
  ///   - copy: copies the value.
  case value(names: [String], copy: (_ lower: Configuration, _ own: inout Configuration) -> Void)
  /// The modules' values are combined; the configuration's own entries take precedence.
  case entries((_ lower: Configuration, _ own: inout Configuration) -> Void)

  /// An option that the last module below decides.
  static func option<Value>(
    _ names: String..., at path: WritableKeyPath<GenerationOptions, Value>
  ) -> KeyInheritance {
    .value(names: names) { $1.generation[keyPath: path] = $0.generation[keyPath: path] }
  }

  /// An option with entries by name.
  static func entries<Value>(
    at path: WritableKeyPath<GenerationOptions, [String: Value]>
  ) -> KeyInheritance {
    .entries { lower, own in
      own.generation[keyPath: path].merge(lower.generation[keyPath: path]) { own, _ in own }
    }
  }
}
