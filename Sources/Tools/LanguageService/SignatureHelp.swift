import ApusSource
import ApusSchema
import ApusSyntax

/// Help for the arguments of the field or directive around the cursor.
package struct SignatureHelp {
  package struct Parameter {
    /// The argument's range in the label, in UTF-8 bytes.
    package var place: Range<Int>
    package var documentation: String?
  }

  /// The GraphQL definition on one line.
  package private(set) var label: String
  package private(set) var documentation: String?
  package private(set) var parameters: [Parameter] = []
  /// The argument at the cursor, or the next one to give; nil if all are given.
  package private(set) var active: Int?
}

extension Analysis {
  /// The arguments available at a place; nil outside of parentheses or for an unknown field or directive.
  package func signatureHelp(in source: SourceFile, at offset: Int) -> SignatureHelp? {
    let context = CursorContext(source, at: offset, schema: schema)
    guard let call = context.call, !call.arguments.isEmpty else { return nil }
    var help: SignatureHelp
    var result = ""
    if let field = schema[call.field] {
      help = SignatureHelp(
        label: names.string(field.name), documentation: schema.tree.description(field.node))
      result = ": " + schema.description(field.type)
    } else if let directive = call.directive.map({ schema[$0] }) {
      help = SignatureHelp(
        label: "@" + names.string(directive.name),
        documentation: directive.node < 0 ? nil : schema.tree.description(directive.node))
    } else {
      return nil
    }
    help.add(
      call.arguments.map { input in
        let node = schema[input].node
        return (signature(ofInput: input), node < 0 ? nil : schema.tree.description(node))
      }, result)
    help.activate(call.arguments.map { schema[$0] }, call)
    return help
  }
}

extension SignatureHelp {
  fileprivate init(label: String, documentation: String?) {
    self.label = label
    self.documentation = documentation
  }

  fileprivate mutating func add(_ texts: [(text: String, documentation: String?)], _ result: String) {
    label += "("
    for (text, documentation) in texts {
      if !parameters.isEmpty { label += ", " }
      let start = label.utf8.count
      label += text
      parameters.append(Parameter(place: start..<label.utf8.count, documentation: documentation))
    }
    label += ")" + result
  }

  /// Selects the argument being written, otherwise the first missing one, required ones first.
  fileprivate mutating func activate(_ inputs: [InputValueDefinition], _ call: CursorContext.Call) {
    active = inputs.firstIndex { $0.name == call.current && call.current != 0 }
    if active != nil { return }
    let open = inputs.indices.filter { !call.presentNames.contains(inputs[$0].name) }
    active = open.first { inputs[$0].isRequired } ?? open.first
  }
}
