import ApusShapes
import ApusSwiftModel
import ApusSentText
import ApusSource
import Testing

@testable import ApusDriver

/// In this target the compiler's own, with a look at what is sent.
enum Pipeline {
  static var catalog: DiagnosticCatalog { ApusDriver.Pipeline.catalog }

  static func canBeWarning(_ code: DiagnosticCode) -> Bool { ApusDriver.Pipeline.canBeWarning(code) }

  static func check(_ inputs: Inputs) -> CheckedDocuments { ApusDriver.Pipeline.check(inputs) }

  static func lower(_ inputs: Inputs) -> LoweredDocuments {
    let result = ApusDriver.Pipeline.lower(inputs)
    if let program = result.output?.program {
      for operation in program.operations {
        if let difference = SentText.difference(operation, in: program) { Issue.record("\(difference)") }
      }
    }
    return result
  }

  static func generate(
    _ inputs: Inputs, into folder: OutputFolder, keeping kept: [String]? = nil, record: BuildRecord? = nil
  ) -> GeneratedFiles {
    let result = ApusDriver.Pipeline.generate(inputs, into: folder, keeping: kept, record: record)
    if !result.hasErrors { _ = lower(inputs) }
    return result
  }
}
