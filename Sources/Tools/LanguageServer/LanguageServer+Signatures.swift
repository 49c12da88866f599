import ApusSource
import ApusLanguageService

/// Signature help for arguments.
extension LanguageServer {
  func signatureHelp(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    let target = try target(parameters)
    let offset = try offset(parameters["position"], in: target.source)
    if target.project.checked == nil { target.project.check() }
    guard let analysis = target.project.analysis, !target.project.isSchema(target.path),
      let help = analysis.signatureHelp(in: target.source, at: offset)
    else { return .null }
    let label = Array(help.label.utf8)
    func text(_ range: Range<Int>) -> String { String(decoding: label[range], as: UTF8.self) }
    let forms = help.parameters.map { parameter -> JSONOutput in
      // Either the range within the label, in UTF-16 code units, or the text itself.
      let start = text(0..<parameter.place.lowerBound).utf16.count
      let words = text(parameter.place)
      var members: [(name: String, value: JSONOutput)] = [
        (
          "label",
          client.takesLabelOffsets
            ? [.number(start), .number(start + words.utf16.count)] : .string(words)
        )
      ]
      if let text = parameter.documentation {
        members.append(("documentation", documentation(text)))
      }
      return .object(members)
    }
    var signature: [(name: String, value: JSONOutput)] = [
      ("label", .string(help.label)), ("parameters", .array(forms)),
    ]
    if let text = help.documentation { signature.append(("documentation", documentation(text))) }
    // If all arguments are given, none is active; the protocol expresses that as an index out of range.
    let active = help.active ?? help.parameters.count
    return [
      "signatures": [.object(signature)], "activeSignature": .number(0), "activeParameter": .number(active),
    ]
  }

  private func documentation(_ text: String) -> JSONOutput {
    ["kind": client.takesMarkdown ? "markdown" : "plaintext", "value": .string(text)]
  }
}
