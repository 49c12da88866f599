import ApusSource
import ApusSyntax

/// Chooses the schema for a target's documents if its dependencies have several. File names alone do not decide, so the
/// plugin leaves the choice to the tool.
enum ModuleSchemas {
  /// The schema of the dependencies whose fragments the documents spread.
  ///
  /// - Parameters:
  ///   - found: all schemas that the plugin found in the dependencies.
  ///   - modules: the dependencies.
  ///   - documents: the target's own documents.
  /// - Returns: all of `found` if it is one schema, or if the documents spread fragments of none or of several.
  static func choose(among found: [String], _ modules: [GivenModule], for documents: [String]) -> [String] {
    let all = identities(found)
    var candidates: [(files: [String], identities: Set<String>)] = []
    for module in modules where !module.schemas.isEmpty {
      let identities = identities(module.schemas)
      guard identities.isStrictSubset(of: all), !candidates.contains(where: { $0.identities == identities })
      else { continue }
      candidates.append((module.schemas, identities))
    }
    // Several modules may contain the same schema and extensions of it.
    guard candidates.count > 1, candidates.filter({ definesQueries($0.files) }).count > 1 else {
      return found
    }
    var names = FragmentNames()
    for path in documents { names.add(path) }
    let wanted = names.spread.subtracting(names.defined)
    let chosen = candidates.filter { candidate in
      modules.contains { module in
        guard identities(module.schemas) == candidate.identities else { return false }
        var names = FragmentNames()
        for path in module.documents { names.add(path) }
        return !names.defined.isDisjoint(with: wanted)
      }
    }
    return chosen.count == 1 ? chosen[0].files : found
  }

  /// Whether two lists of files are the same schema. Links are resolved.
  static func areSame(_ first: [String], _ second: [String]) -> Bool {
    identities(first) == identities(second)
  }

  private static func identities(_ paths: [String]) -> Set<String> {
    Set(
      paths.map { path in
        FileSystem.identity(of: path).map { "\($0.device) \($0.number)" } ?? Path.normalized(path)
      })
  }

  /// Whether the files are a schema rather than extensions of one.
  private static func definesQueries(_ paths: [String]) -> Bool {
    paths.contains { path in
      if path.hasSuffix(".json") { return true }
      guard let source = try? FileSystem.read(path) else { return false }
      let tree = SyntaxTree(names: NameTable())
      _ = Parser.parse(source, into: tree)
      return (0..<tree.count).contains { node in
        tree.kind(node) == .schemaDefinition && !tree.has(NodeFlag.isExtension, node)
          || tree.kind(node) == .objectType && tree.nodes[node].name == Keyword.queryType
            && !tree.has(NodeFlag.isExtension, node)
      }
    }
  }
}

extension FragmentNames {
  /// Adds the names in the file at a path. If it cannot be read, its own build reports that.
  fileprivate mutating func add(_ path: String) {
    guard let source = try? FileSystem.read(path) else { return }
    let names = FragmentNames(source)
    defined.formUnion(names.defined)
    spread.formUnion(names.spread)
  }
}
