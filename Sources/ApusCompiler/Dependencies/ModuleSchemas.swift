import ApusDiagnostics
import ApusSyntax

/// Which schema a target's documents belong to, where the modules below have several: the files alone do not say it, so the plugin
/// leaves the choice to the tool.
enum ModuleSchemas {
  /// The schema among those of the modules below whose fragments the documents spread.
  ///
  /// - Parameters:
  ///   - found: the schemas that the plugin found in the modules below, of all of them.
  ///   - modules: these modules.
  ///   - documents: the target's own.
  /// - Returns: `found`, where it is one schema, or where the documents spread fragments of none or of several.
  static func choose(among found: [String], _ modules: [GivenModule], for documents: [String]) -> [String] {
    let all = identities(found)
    var candidates: [(files: [String], identities: Set<String>)] = []
    for module in modules where !module.schemas.isEmpty {
      let identities = identities(module.schemas)
      guard identities.isStrictSubset(of: all), !candidates.contains(where: { $0.identities == identities })
      else { continue }
      candidates.append((module.schemas, identities))
    }
    // One schema and its extensions may be in several modules.
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

  /// Whether two lists of files are one schema. Links to a file are that file.
  static func areSame(_ first: [String], _ second: [String]) -> Bool {
    identities(first) == identities(second)
  }

  private static func identities(_ paths: [String]) -> Set<String> {
    Set(
      paths.map { path in
        FileSystem.identity(of: path).map { "\($0.device) \($0.number)" } ?? Path.normalized(path)
      })
  }

  /// Whether the files are a schema and not extensions of one.
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
  /// Adds the names in the file at a path. A file that cannot be read is reported where it is compiled.
  fileprivate mutating func add(_ path: String) {
    guard let source = try? FileSystem.read(path) else { return }
    let names = FragmentNames(source)
    defined.formUnion(names.defined)
    spread.formUnion(names.spread)
  }
}
