import ApusSource
import ApusValidation

/// Documents that are checked one by one, because the fragments of two may have the same name.
package final class SeparateDocuments {
  /// How the documents are validated: no configuration applies to them, because they are sent as they are.
  package static var validation: ValidationOptions { Configuration().validation }

  private let session: CheckSession

  /// - Parameters:
  ///   - texts: a document each.
  ///   - schemas: the files of the schema.
  package init(_ texts: [SourceFile], schemas: [String]) {
    var inputs = Inputs(schemas: schemas, documents: [])
    inputs.configuration.validation = SeparateDocuments.validation
    inputs.documents = texts.enumerated().map { number, text in
      var document = Document(path: String(number))
      document.text = text
      return document
    }
    session = CheckSession(inputs)
  }

  /// Reads and validates a document.
  package func check(_ number: Int) -> CheckedDocuments { session.check([String(number)]) }
}
