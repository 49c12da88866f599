import ApusDiagnostics

/// Names that a namespace cannot have: those that Swift would look up instead of it where the generated code begins a name with it.
///
/// The types within a definition give way to a namespace. The names here cannot: users know them by the schema and by their fragments.
enum NamespaceCollisions {
  /// An error for each namespace that meets such a name.
  static func diagnostics(_ program: Program, _ options: GenerationOptions) -> [Diagnostic] {
    let fragments = program.fragments
    // Without fragments, enums and input objects, nothing but operations is there, which nothing refers to.
    let isReferredTo = program.globalNames.count > program.operations.count
    return options.namespaces.compactMap { namespace in
      let owner =
        isReferredTo && program.globalNames.contains(namespace)
        ? "a generated type"
        : protocols(of: fragments).first { names(in: $0).contains(namespace) }
          .map { "a type in the protocol \"\($0.name)\"" }
      guard let owner else { return nil }
      var diagnostic = Diagnostic(
        .error, .namespaceCollision,
        "\"\(namespace)\" is also the name of \(owner), which would hide the namespace. Choose another namespace."
      )
      diagnostic.configurationKey = "namespace"
      return diagnostic
    }
  }

  private static func protocols(of fragments: [Fragment]) -> some Sequence<FragmentProtocol> {
    fragments.lazy.flatMap { [$0.ownProtocol].compactMap(\.self) + $0.nestedProtocols }
  }

  /// The names of associated types and generic parameters in a protocol, and in those of its type conditions.
  private static func names(in value: FragmentProtocol) -> [String] {
    let own = value.requirements.compactMap(\.associatedType)
    guard let choice = value.choice else { return own }
    return own + [choice.typesName, choice.casesMember, Choice.parameter] + choice.cases.map(\.own.typeName)
  }

  private typealias Choice = FragmentProtocol.Choice
}

extension DiagnosticCode {
  package static let namespaceCollision = DiagnosticCode(
    "namespace-collision",
    title: "A namespace with the name of a type within it",
    explanation: """
      With "namespace": "Shop" in apus.json, the generated code refers to Shop.CardFragment. Where Swift finds another type called Shop first,
      that does not compile. The type of an object gives way: that of the field "shop" is ShopObject then. But an associated type of a
      fragment's protocol has the name of its field, and an enum or input object the one that the schema gives it.
      """,
    example: "{ \"namespace\": \"Shop\" }  # fragment Card on Product { shop { name } }",
    fix: "Choose another namespace, such as \"ShopAPI\".")
}
