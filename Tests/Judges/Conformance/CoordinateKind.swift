import Foundation
import ApusSource
import ApusSchema
import ApusSyntax

/// `coordinate`: the element that a coordinate names in a schema, by the name of the reference's class.
func coordinate(_ question: Question) -> Answer {
  withSchema(of: question) { schema in
    let source = question.source
    let coordinate: SchemaCoordinate
    do throws(SyntaxError) {
      coordinate = try SchemaCoordinate.parse(source)
    } catch {
      return .refused(error, in: source)
    }
    do throws(CoordinateError) {
      let name = try schema.resolve(coordinate).map(referenceName)
      return .accepted(["resolved": name ?? NSNull()])
    } catch {
      return .refused(stage: "coordinate", [Diagnostic(.error, .syntaxError, error.message)])
    }
  }
}

private func referenceName(_ element: SchemaElement) -> String {
  switch element {
  case .type: "ResolvedNamedType"
  case .field: "ResolvedField"
  case .inputField: "ResolvedInputField"
  case .enumValue: "ResolvedEnumValue"
  case .fieldArgument: "ResolvedFieldArgument"
  case .directive: "ResolvedDirective"
  case .directiveArgument: "ResolvedDirectiveArgument"
  }
}
