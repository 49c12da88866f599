import ApusDiagnostics
import ApusSchema
import ApusSyntax

/// The arguments of the field or directive whose parentheses are around a place.
package struct SignatureHelp {
  package struct Parameter {
    /// Its stretch of the label, in characters of the label's UTF-8.
    package var place: Range<Int>
    package var documentation: String?
  }

  /// The definition in GraphQL, on one line.
  package private(set) var label: String
  package private(set) var documentation: String?
  package private(set) var parameters: [Parameter] = []
  /// The argument at the place, or the next one to give; nil when all are given.
  package private(set) var active: Int?
}

extension Analysis {
  /// The arguments that can be given at a place; nil outside of parentheses, or where nothing is known of them.
  package func signatureHelp(in source: SourceFile, at offset: Int) -> SignatureHelp? {
    let scan = CaretScan(source, at: offset, schema: schema)
    guard let call = scan.call, call.count > 0 else { return nil }
    let inputs = call.first..<call.first + call.count
    var help: SignatureHelp
    var result = ""
    if call.field != 0 {
      let field = schema.fields[Int(call.field)]
      help = SignatureHelp(
        label: names.string(field.name), documentation: schema.tree.description(field.node))
      result = ": " + schema.description(field.type)
    } else {
      let directive = schema.directives[Int(call.directive)]
      help = SignatureHelp(
        label: "@" + names.string(directive.name),
        documentation: directive.node < 0 ? nil : schema.tree.description(directive.node))
    }
    help.add(
      inputs.map { input in
        let node = schema.inputValues[Int(input)].node
        return (signature(ofInput: input), node < 0 ? nil : schema.tree.description(node))
      }, result)
    help.activate(inputs.map { schema.inputValues[Int($0)] }, call)
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

  /// What is being written, else the first that is not given: required ones go first.
  fileprivate mutating func activate(_ inputs: [InputValueDefinition], _ call: CaretScan.Call) {
    active = inputs.firstIndex { $0.name == call.current && call.current != 0 }
    if active != nil { return }
    let open = inputs.indices.filter { !call.given.contains(inputs[$0].name) }
    active = open.first { inputs[$0].isRequired } ?? open.first
  }
}
