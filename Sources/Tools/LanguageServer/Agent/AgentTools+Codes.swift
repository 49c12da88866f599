import ApusSource
import ApusTool

/// The pages of diagnostic codes.
extension AgentTools {
  func explainCode(_ arguments: ToolArguments) throws(ToolError) -> AgentTool.Answer {
    let catalog = ExplainCommand.catalog
    guard let name = arguments.string("code") else {
      let codes = catalog.codes.map { code -> JSONOutput in
        ["code": .string(code.name), "title": .string(code.title)]
      }
      return AgentTool.Answer(text: catalog.index, members: [("codes", .array(codes))])
    }
    guard let code = catalog.code(name) else { throw ToolError(catalog.unknownCodeMessage(name)) }
    let object: JSONOutput = [
      "code": .string(code.name), "title": .string(code.title), "explanation": .string(code.explanation),
      "example": .string(code.example), "fix": .string(code.fix),
    ]
    return AgentTool.Answer(text: code.page, members: [("codes", [object])])
  }
}
