import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Rewrites selections and arguments.
extension Analysis {
  /// Wraps selections of an abstract type in inline fragments, for types that have all selected fields and overlap with the
  /// conditions of the selected fragments.
  func wrapping(_ selected: SelectedSelections) -> [Fix] {
    guard let place = place(of: selected), let type = index.parentType(selected.set), schema[type].isAbstract
    else { return [] }
    let fields = selected.selections.filter { tree.kind($0) == .field }
    let conditions = conditions(of: selected.selections)
    let indentation = indentation(of: place)
    let blanks = String(repeating: " ", count: indentation)
    var fixes: [Fix] = []
    for other in schema.allTypes where fixes.count < 5 {
      guard schema[other].isComposite, other != type, schema.isSubset(other, of: type),
        fields.allSatisfy({ schema.field(tree.nodes[$0].name, of: other) != nil }),
        conditions.allSatisfy({ schema.overlap($0, other) })
      else { continue }
      let text = "... on \(schema.name(other)) {\n\(blanks)  \(moved(place, to: indentation + 2))\n\(blanks)}"
      fixes.append(Fix(title: "Wrap in \"... on \(schema.name(other))\"", edits: [(place, text)]))
    }
    return fixes
  }

  /// Adds the leaf fields that a selection set lacks.
  func expansion(of set: NodeID) -> [Fix] {
    guard let type = index.parentType(set), let last = tree.children(set).reversed().first else { return [] }
    let taken = tree.children(set, .field).map { tree.responseKey($0) }
    let missing = schema.fields(of: type).filter(isPlainLeaf).map { schema[$0].name }
      .filter { !taken.contains($0) }
    if missing.isEmpty { return [] }
    let place = tree.range(of: last)
    let start = place.file.lineBounds(place.file.line(at: place.start)).start
    let indentation = Analysis.indentation(place.file, start)
    let isOnOwnLine = start + indentation == place.start
    let separator = isOnOwnLine ? "\n" + String(repeating: " ", count: indentation) : " "
    let text = missing.map { separator + names.string($0) }.joined()
    let end = SourceRange(file: place.file, start: place.end, end: place.end)
    return [Fix(title: "Select all leaf fields of \(schema.name(type))", edits: [(end, text)])]
  }

  /// Replaces an argument's literal with a variable that has it as its default, so the request stays the same.
  func variable(for argument: NodeID) -> [Fix] {
    guard let type = schema[index.input(argument)]?.type, let value = tree.value(argument),
      tree.kind(value) != .variable,
      !(value..<Int(tree.nodes[value].next)).contains(where: { tree.kind($0) == .variable })
    else { return [] }
    // The arguments of a variable's directives are constants.
    let around = NodeID(index.parents[argument])
    if tree.kind(around) == .directive, tree.kind(NodeID(index.parents[around])) == .variableDefinition {
      return []
    }
    let operation = index.definition(around: argument)
    let taken = tree.children(operation, .variableDefinition).map(tree.name)
    let name =
      taken.contains(tree.name(argument)) ? free(tree.name(argument), among: taken) : tree.name(argument)
    let definition = "\(schema.description(type)) = \(MinifyingPrinter.printPart(value, of: tree))"
    guard let edit = definitions(ofNew: [(name, definition)], around: argument) else { return [] }
    return [
      Fix(title: "Make it the variable \"$\(name)\"", edits: [(tree.range(of: value), "$\(name)"), edit])
    ]
  }
}
