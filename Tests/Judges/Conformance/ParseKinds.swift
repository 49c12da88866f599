import ReferencePrinter
import ApusSource
import ApusSyntax

/// `parse`: a document, printed.
func parse(_ question: Question) -> Answer {
  withDocument(of: question) { tree, file in
    .accepted(["printed": Printer.print(tree.definitions(file), of: tree)])
  }
}

/// `separate`: each operation with the fragments that it reaches, printed, by the operation's name.
func separate(_ question: Question) -> Answer {
  withDocument(of: question) { tree, file in
    var operations: [String: String] = [:]
    for separate in tree.separateOperations(file) {
      operations[tree.name(separate.operation)] = Printer.print(separate.definitions, of: tree)
    }
    return .accepted(["operations": operations])
  }
}

private func withDocument(
  of question: Question, _ body: (SyntaxTree, SyntaxTree.File) -> Answer
) -> Answer {
  let tree = SyntaxTree(names: NameTable())
  let source = question.source
  if let error = Parser.parse(source, into: tree, options: question.parserOptions).first {
    return .refused(error, in: source)
  }
  return tree.files.last.map { body(tree, $0) } ?? .unsupported("no file was parsed")
}

/// `parse_value` and `parse_const_value`: a value, printed.
func parseValue(_ question: Question, isConstant: Bool) -> Answer {
  printedPart(of: question) { (source, tree) throws(SyntaxError) in
    try Parser.parseValue(source, isConstant: isConstant, into: tree)
  }
}

/// `parse_type`: a type reference, printed.
func parseType(_ question: Question) -> Answer {
  printedPart(of: question) { (source, tree) throws(SyntaxError) in
    try Parser.parseType(source, into: tree)
  }
}

private func printedPart(
  of question: Question, _ parse: (SourceFile, SyntaxTree) throws(SyntaxError) -> NodeID
) -> Answer {
  let tree = SyntaxTree(names: NameTable())
  let source = question.source
  do {
    return .accepted(["printed": Printer.print(try parse(source, tree), of: tree)])
  } catch {
    return .refused(error, in: source)
  }
}

/// `parse_coordinate`: a schema coordinate, printed.
func parseCoordinate(_ question: Question) -> Answer {
  let source = question.source
  do {
    return .accepted(["printed": try SchemaCoordinate.parse(source).description])
  } catch {
    return .refused(error, in: source)
  }
}
