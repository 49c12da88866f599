import ApusSource
import ApusSyntax

/// A module whose fragments the target cannot spread, so that the error for an unknown fragment can say why.
package struct HiddenModule {
  /// The reason why its fragments cannot be spread.
  package enum Reason: String, CaseIterable {
    /// Its code is internal.
    case `internal`
    /// Its code is `package`, and it is in another package.
    case otherPackage = "other-package"
    /// It is compiled against another schema.
    case otherSchema = "other-schema"
    /// The target does not depend on it.
    case noDependency = "no-dependency"
    /// Its documents in Swift files are not read. Those in other files are.
    case swiftFiles = "swift-files"
    /// Xcode does not tell plugins what a target depends on.
    case xcode
  }

  package let name: String
  package let reason: Reason
  /// The paths of its documents and of folders with documents.
  package let paths: [String]

  package init(_ name: String, _ reason: Reason, paths: [String]) {
    self.name = name
    self.reason = reason
    self.paths = paths
  }

  /// Adds the module that defines the fragment to the first error about an unknown fragment of that name, instead of a
  /// suggestion of other names.
  ///
  /// The modules' documents are only read if there is such an error.
  static func explain(_ diagnostics: [Diagnostic], _ modules: [HiddenModule]) -> [Diagnostic] {
    guard !modules.isEmpty, diagnostics.contains(where: { $0.code == .unknownFragment }) else {
      return diagnostics
    }
    let trees = modules.map { module in
      // Search each path separately, because a search rejects two documents of one name.
      let documents = module.paths.flatMap { DocumentSearch.run([$0], schemas: []).documents }
      return (module: module, tree: DocumentReader.read(documents, names: NameTable()).tree)
    }
    var explained: Set<String> = []
    return diagnostics.map { diagnostic in
      guard diagnostic.code == .unknownFragment, let range = diagnostic.ranges.first else {
        return diagnostic
      }
      let name = range.file.text(range.start, range.end)
      var diagnostic = diagnostic
      let suggestions = diagnostic.notes
      diagnostic.notes = []
      for (module, tree) in trees {
        let fragment = tree.definitions.first {
          tree.kind($0) == .fragmentDefinition && tree.name($0) == name
            && (module.reason != .swiftFiles || tree.source(of: $0).origin?.container == .swiftLiteral)
        }
        guard let fragment, tree.source(of: fragment).path != range.file.path else { continue }
        diagnostic.notes.append(Diagnostic.Note(module.explanation, at: tree.nameRange(of: fragment)))
      }
      if diagnostic.notes.isEmpty {
        diagnostic.notes = suggestions
      } else if !explained.insert(name).inserted {
        diagnostic.notes = []
      }
      return diagnostic
    }
  }

  private var explanation: String {
    switch reason {
    case .internal:
      return "The module \"\(name)\" defines it, but its code is internal. "
        + "Write \"accessLevel\": \"public\" in its apus.json."
    case .otherPackage:
      return "The module \"\(name)\" in another package defines it, but only that package has access. "
        + "Write \"accessLevel\": \"public\" in its apus.json."
    case .otherSchema:
      return "The module \"\(name)\" defines it, but is compiled against a different schema. "
        + "Fragments can only be shared by targets with the same schema, that of the lowest one."
    case .noDependency:
      return "The target \"\(name)\" defines it, but this target does not depend on it. "
        + "Add it to the target's dependencies, with \"accessLevel\": \"public\" in its apus.json."
    case .swiftFiles:
      return "A Swift file of the module \"\(name)\" defines it, and ApusPlugin does not read Swift files. "
        + "Use ApusSwiftPlugin instead."
    case .xcode:
      return
        "Another target defines it here. In Xcode projects, plugins do not see which targets a target depends on. "
        + "Put shared fragments into a package's target."
    }
  }
}
