import ApusSwiftModel

/// The modules below that declare types of the file at hand, noted with each reference that is written.
final class ModuleReferences {
  private(set) var modules: Set<String> = []
  private let below: DeclarationsBelow

  init(_ below: DeclarationsBelow) { self.below = below }

  /// Whether there are modules below.
  var haveModules: Bool { !below.isEmpty }

  func begin() { modules.removeAll() }

  /// - Parameter name: a type outside all others, or the path of one within it.
  func note(_ name: String) {
    if !below.isEmpty { modules.formUnion(below.modules(naming: name)) }
  }
}
