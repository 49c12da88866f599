import ApusSwiftModel

/// The references in the current file to modules below, and to types that scalars and fields are bound to. They are recorded while the file is
/// written.
final class ModuleReferences {
  /// The modules below that declare types in this file.
  private(set) var modules: Set<String> = []
  /// The Swift types of the configuration, as it spells them.
  private(set) var bound: Set<String> = []
  /// The codecs of the configuration, as it spells them.
  private(set) var codecs: Set<String> = []
  /// Whether a signature mentions a type of the runtime. Type aliases do not count: Swift warns about an import that is more visible than its uses.
  private(set) var signaturesUseRuntime = false
  /// Whether a type conforms to a protocol of the runtime.
  private(set) var conformsToRuntime = false
  private let below: DeclarationsBelow

  init(_ below: DeclarationsBelow) { self.below = below }

  /// Whether there are modules below.
  var haveModules: Bool { !below.isEmpty }

  func begin() {
    modules.removeAll()
    bound.removeAll()
    codecs.removeAll()
    signaturesUseRuntime = false
    conformsToRuntime = false
  }

  /// - Parameter type: a type that a scalar or a field is bound to.
  func note(bound type: String) { bound.insert(type) }

  /// - Parameter codec: a codec that a scalar or a field is bound to.
  func note(codec: String) { codecs.insert(codec) }

  func noteSignatureWithRuntime() { signaturesUseRuntime = true }

  func noteConformanceToRuntime() { conformsToRuntime = true }

  /// - Parameter name: a global type, or the path of a type nested in one.
  func note(_ name: String) {
    if !below.isEmpty { modules.formUnion(below.modules(naming: name)) }
  }
}
