import ApusDiagnostics

/// Names that a namespace cannot have: those of types declared in it, which Swift finds first.
enum NamespaceCollisions {
  /// An error for each namespace that has the name of a type within.
  static func diagnostics(_ program: Program, _ options: GenerationOptions) -> [Diagnostic] {
    // Without fragments, enums and input objects, nothing but operations is there, which nothing refers to.
    let isReferredTo = program.globalNames.count > program.operations.count
    return options.namespaces.compactMap { namespace in
      if isReferredTo && program.globalNames.contains(namespace) {
        return diagnostic(namespace, "a generated type")
      }
      return ReservedNames.owner(of: namespace).map { _ in
        diagnostic(namespace, "a type of Swift or Foundation", hides: "which the namespace would hide")
      }
    }
  }

  /// The error for a namespace that the named declaration hides, or that hides it.
  static func diagnostic(
    _ namespace: String, _ owner: String, hides: String = "which would hide the namespace"
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      .error, .namespaceCollision,
      "\"\(namespace)\" is also the name of \(owner), \(hides). Choose another namespace.")
    diagnostic.configurationKey = "namespace"
    return diagnostic
  }
}

extension DiagnosticCode {
  package static let namespaceCollision = DiagnosticCode(
    "namespace-collision",
    title: "A namespace with the name of a type within it",
    explanation: """
      With "namespace": "Shop" in apus.json, the generated code refers to Shop.CardFragment. Where Swift finds another type called Shop first,
      that does not compile. The type of an object gives way: that of the field "shop" is ShopObject then. But an enum or input object has
      the name that the schema gives it, and an operation or a fragment the one that the document does.
      """,
    example: "{ \"namespace\": \"Shop\" }  # enum Shop { OPEN }",
    fix: "Choose another namespace, such as \"ShopAPI\".")
}
