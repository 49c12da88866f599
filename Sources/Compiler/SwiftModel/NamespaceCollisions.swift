import ApusSource

/// Checks that no type is named like a namespace. In `Shop.CardFragment`, Swift could find a type `Shop` instead of the namespace, and in a reference
/// to the type the namespace.
extension Program {
  /// An error for each namespace whose name is also that of a generated type, of a Swift type in `apus.json` or `@apus`, or of a type of Swift or
  /// Foundation, and for this module's namespace if it is ambiguous (``contested(_:)``).
  func namespaceCollisions(_ options: GenerationOptions) -> [Diagnostic] {
    if options.namespaces.isEmpty { return [] }
    // If there are only operations, nothing refers to the namespace.
    let tree = documents.tree
    let isReferredTo =
      tree.definitions.contains { tree.kind($0) != .operation } || !enums.isEmpty || !inputObjects.isEmpty
      || !identifiers.isEmpty
    let written = writtenTypes(options)
    return options.namespaces.compactMap { namespace in
      if namespace == options.namespace, let problem = contested(namespace) { return problem }
      if written.contains(namespace) {
        return Diagnostic.namespaceCollision(
          namespace, "a Swift type in apus.json or a document",
          hides: "which the namespace would hide")
      }
      if isReferredTo && globalNames.contains(namespace) {
        return Diagnostic.namespaceCollision(namespace, "a generated type")
      }
      return ReservedNames.owner(of: namespace).map { _ in
        Diagnostic.namespaceCollision(
          namespace, "a type of Swift or Foundation", hides: "which the namespace would hide")
      }
    }
  }

  /// The error for the namespace of this module if it is not clear which declaration the generated code would extend: several modules below declare
  /// it, or one of them and the runtime.
  private func contested(_ namespace: String) -> Diagnostic? {
    let declarers = below.declarers(ofNamespace: namespace)
    if let declarer = declarers.first, RuntimeNames.contains(namespace) {
      return Diagnostic.namespaceCollision(
        "The module \"\(declarer)\" and the runtime each declare \"\(namespace)\", so Swift cannot tell which of them the generated code extends. "
          + "Choose another namespace in both modules.")
    }
    if declarers.count < 2 { return nil }
    let names = Suggestions.join(declarers.map { "\"\($0)\"" }, "and")
    return Diagnostic.namespaceCollision(
      "The modules \(names) each declare the namespace \"\(namespace)\", so Swift cannot tell which of them the generated code extends. "
        + "Choose another namespace, or let a module that they depend on declare it.")
  }

  /// The types and protocols in `apus.json` and `@apus`, with their modules if these are written there: `Money` or `Shop.Money`.
  private func writtenTypes(_ options: GenerationOptions) -> Set<String> {
    let bindings = Array(options.scalars.values) + Array(options.fields.values)
    var types =
      bindings.flatMap { [$0.type, $0.codec].compactMap(\.self) } + options.conformances.values.joined()
    for type in responseTypes {
      types += type.directiveConformances + type.properties.compactMap { $0.field.directive?.type }
    }
    return Set(types.flatMap(KnownSwiftType.names))
  }
}

extension Diagnostic {
  /// The error for a namespace that collides with a declaration. One of the two hides the other.
  static func namespaceCollision(
    _ namespace: String, _ owner: String, hides: String = "which would hide the namespace"
  ) -> Diagnostic {
    namespaceCollision(
      "The namespace \"\(namespace)\" is also the name of \(owner), \(hides). Choose another namespace.")
  }

  fileprivate static func namespaceCollision(_ message: String) -> Diagnostic {
    var diagnostic = Diagnostic(.error, .namespaceCollision, message)
    diagnostic.configurationKey = "namespace"
    return diagnostic
  }
}

extension DiagnosticCode {
  static let namespaceCollision = DiagnosticCode(
    "namespace-collision",
    title: "A namespace named like a type",
    explanation: """
      With "namespace": "Shop" in apus.json, the generated code refers to Shop.CardFragment. That does not compile if Swift finds
      another type called Shop first, or if your own code declares one. The type of an object changes its name: for the field
      "shop" it becomes ShopObject. But an enum or input object keeps its name in the schema, and an operation or a fragment its
      name in the document. Of two modules that each declare the namespace, a target above both can extend neither.
      """,
    example: "{ \"namespace\": \"Shop\" }  # enum Shop { OPEN }",
    fix: "Choose another namespace, such as \"ShopAPI\".")
}
