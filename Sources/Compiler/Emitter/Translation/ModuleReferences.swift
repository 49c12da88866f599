import ApusSwiftModel

/// Records what the current file refers to while it is written: modules below, and types and codecs of scalars. The file's imports depend on it.
final class ModuleReferences {
  /// The modules below that must be imported for the types in this file.
  private(set) var modules: Set<String> = []
  /// The types from `apus.json` and `@apus` that occur in this file, spelled as there.
  private(set) var bound: Set<String> = []
  /// The codecs from `apus.json` that occur in this file, spelled as there.
  private(set) var codecs: Set<String> = []
  /// Whether a signature, such as that of a property, has a type of the runtime. Then the runtime's import must be as visible as the signature. A
  /// type alias does not count: for that alone, Swift would warn that the import is more visible than necessary.
  private(set) var signaturesUseRuntime = false
  /// Whether a type conforms to a protocol of the runtime.
  private(set) var conformsToRuntime = false
  private let below: DeclarationsBelow

  init(_ below: DeclarationsBelow) { self.below = below }

  /// Whether modules below declare anything.
  var haveModules: Bool { !below.isEmpty }

  /// Forgets everything, for the next file.
  func begin() {
    modules.removeAll()
    bound.removeAll()
    codecs.removeAll()
    signaturesUseRuntime = false
    conformsToRuntime = false
  }

  /// Records a type from the configuration.
  ///
  /// - Parameter type: a type that a scalar or a field is bound to.
  func note(bound type: String) { bound.insert(type) }

  /// Records a codec from the configuration.
  ///
  /// - Parameter codec: a codec that a scalar or a field is bound to.
  func note(codec: String) { codecs.insert(codec) }

  func noteSignatureWithRuntime() { signaturesUseRuntime = true }

  func noteConformanceToRuntime() { conformsToRuntime = true }

  /// Records the module below that declares a name, if one does.
  ///
  /// - Parameter name: a global type, or the path of a type nested in one.
  func note(_ name: String) {
    if !below.isEmpty { modules.formUnion(below.modules(naming: name)) }
  }
}
