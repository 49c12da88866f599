import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax
import ApusValidation

/// A change that fixes a diagnostic.
package struct Fix {
  package var title: String
  /// Ranges with their replacements.
  package var edits: [(place: SourceRange, text: String)]
  /// A file to create, with its contents.
  package var newFile: (path: String, text: String)?

  package init(
    title: String, edits: [(place: SourceRange, text: String)], newFile: (path: String, text: String)? = nil
  ) {
    self.title = title
    self.edits = edits
    self.newFile = newFile
  }
}

/// Fixes are derived from the diagnostic's node, not from its message.
extension Analysis {
  /// The fixes for a diagnostic in these documents, the likeliest first.
  package func fixes(for diagnostic: Diagnostic) -> [Fix] {
    guard let place = diagnostic.ranges.first else { return [] }
    switch diagnostic.code {
    case .syntaxError: return fixesOfOpenBrace(diagnostic)
    case .fieldsConflict: return fixesOfConflict(diagnostic)
    case .repeatedField: return fixesOfRepeatedField(diagnostic)
    case .duplicateArgument, .duplicateVariable:
      return fixesOfDuplicates(diagnostic.ranges.dropFirst().compactMap { named(at: $0) })
    case .duplicateInputField: return fixesOfDuplicates([named(at: place)].compactMap { $0 })
    case .kindInName: return named(at: place).map(fixesOfKindInName) ?? []
    case .unlimitedConnection: return named(at: place).map(fixesOfUnlimitedConnection) ?? []
    default: return node(of: diagnostic, at: place).map { fixes(for: diagnostic, $0) } ?? []
    }
  }

  private func fixes(for diagnostic: Diagnostic, _ node: NodeID) -> [Fix] {
    switch diagnostic.code {
    case .unknownField: return fixesOfField(node)
    case .unknownArgument: return fixesOfArgument(node)
    case .unknownInputField: return fixesOfInputField(node)
    case .invalidValue: return fixesOfValue(node)
    case .deprecatedField, .expiredDeprecation: return fixesOfDeprecatedField(node)
    case .variableMismatch, .nullableOneOfVariable: return fixesOfMismatch(diagnostic, node)
    case .duplicateDirective: return fixesOfDuplicates([node])
    case .missingInputField: return fixesOfMissingInputFields(node)
    case .unknownFragment:
      let known = definitions.map { index.node($0) }.filter {
        tree.kind($0) == .fragmentDefinition
      }
      return replacements(of: node, among: known.map(tree.name))
    case .unknownType:
      let known = schema.allTypes.map { schema.name($0) }
      return replacements(of: node, among: known)
    case .unknownDirective:
      return replacements(
        of: node, among: schema.allDirectives.map { names.string(schema[$0].name) })
    case .unusedVariable:
      // Relay's form is part of a directive.
      return tree.source(of: node).bytes[Int(tree.nodes[node].start)] == UInt8(ascii: "$")
        || tree.child(node, .description) != nil ? [removalOfVariable(node)] : []
    case .unusedFragment: return [removal("Remove the fragment", of: node)]
    case .undefinedVariable: return fixesOfUndefinedVariable(node)
    case .missingSelection: return fixesOfMissingSelection(node)
    case .selectionOnLeaf:
      guard let selections = tree.child(node, .selectionSet) else { return [] }
      return [removal("Remove the selections", of: selections)]
    case .missingArgument: return fixesOfMissingArguments(node)
    case .anonymousOperation, .unnamedOperation: return fixesOfAnonymousOperation(node)
    case .literalArgument: return fixesOfLiteral(node)
    default: return []
    }
  }

  /// The outermost node whose range, or whose name's range, is that of the diagnostic.
  func node(of diagnostic: Diagnostic, at place: SourceRange) -> NodeID? {
    guard let file = file(of: place.file) else { return nil }
    let isSelections = diagnostic.code == .selectionOnLeaf
    for node in file.first..<file.end {
      let entry = tree.nodes[node]
      if Int(entry.start) == place.start, Int(entry.end) == place.end {
        return isSelections && entry.kind == .selectionSet ? NodeID(index.parents[node]) : node
      }
      if entry.name != 0, Int(entry.start) <= place.start, Int(entry.end) >= place.end,
        entry.kind == .fragmentSpread || entry.kind == .directive || entry.kind == .namedType
          || entry.kind == .fragmentDefinition
      {
        let name = tree.nameRange(of: node)
        if name.start == place.start, name.end == place.end { return node }
      }
    }
    return nil
  }

  /// The first node of a kind that starts where `place` does.
  func node(_ kind: NodeKind, startingAt place: SourceRange) -> NodeID? {
    guard let file = file(of: place.file) else { return nil }
    return (file.first..<file.end).first {
      tree.kind($0) == kind && Int(tree.nodes[$0].start) == place.start
    }
  }

  /// The node whose name is at a place.
  func named(at place: SourceRange) -> NodeID? {
    guard let file = file(of: place.file) else { return nil }
    return (file.first..<file.end).first { node in
      guard tree.nodes[node].name != 0 else { return false }
      let name = tree.nameRange(of: node)
      return name.start == place.start && name.end == place.end
    }
  }
}
