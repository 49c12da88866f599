import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Rewrites selections and arguments.
extension Analysis {
  /// Wraps selections of an abstract type in inline fragments, for types that have all selected fields and overlap with the
  /// conditions of the selected fragments.
  func wrapping(_ selected: SelectedSelections) -> [Fix] {
    let type = index.parentType(selected.set)
    guard let place = place(of: selected), schema.types[Int(type)].isAbstract else { return [] }
    let fields = selected.selections.filter { tree.kind($0) == .field }
    let conditions = conditions(of: selected.selections)
    let indentation = indentation(of: place)
    let blanks = String(repeating: " ", count: indentation)
    var fixes: [Fix] = []
    for number in 1..<schema.typeCount where fixes.count < 5 {
      let other = TypeID(number)
      guard schema.types[number].isComposite, other != type, schema.isSubset(other, of: type),
        fields.allSatisfy({ schema.field(tree.nodes[$0].name, of: other) != 0 }),
        conditions.allSatisfy({ schema.overlap($0, other) })
      else { continue }
      let text = "... on \(schema.name(other)) {\n\(blanks)  \(moved(place, to: indentation + 2))\n\(blanks)}"
      fixes.append(Fix(title: "Wrap in \"... on \(schema.name(other))\"", edits: [(place, text)]))
    }
    return fixes
  }

  /// Adds the leaf fields that a selection set lacks.
  func expansion(of set: NodeID) -> [Fix] {
    let type = index.parentType(set)
    let definition = schema.types[Int(type)]
    guard definition.kind != .union, let last = tree.children(set).reversed().first else { return [] }
    let taken = tree.children(set, .field).map { tree.responseKey($0) }
    let missing = definition.members
      .map { schema.fields[Int($0)] }
      .filter { field in
        schema.types[Int(field.type.named)].isLeaf && !field.isDeprecated && !needsArguments(field)
          && !taken.contains(field.name)
      }
    if missing.isEmpty { return [] }
    let place = tree.range(of: last)
    let start = place.file.lineBounds(place.file.line(at: place.start)).start
    let indentation = Analysis.indentation(place.file, start)
    let isOnOwnLine = start + indentation == place.start
    let separator = isOnOwnLine ? "\n" + String(repeating: " ", count: indentation) : " "
    let text = missing.map { separator + names.string($0.name) }.joined()
    let end = SourceRange(file: place.file, start: place.end, end: place.end)
    return [Fix(title: "Select all leaf fields of \(schema.name(type))", edits: [(end, text)])]
  }

  /// Replaces an argument's literal with a variable that has it as its default, so the request stays the same.
  func variable(for argument: NodeID) -> [Fix] {
    let type = index.resolved[argument] == 0 ? nil : schema.inputValues[Int(index.resolved[argument])].type
    guard let type, let value = tree.value(argument), tree.kind(value) != .variable,
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
