import Apus
import ApusClient
import ApusPlatform
import ApusShapeChoices

/// The forms that the data of an operation permits, and those that were recorded.
struct OperationShapes: Sendable {
  private struct State {
    var count = 0
    var recorded: Set<ShapeChoice> = []
  }

  /// Identifies the type of the data.
  let dataType: ObjectIdentifier
  /// The data of a response, if it is one to this operation.
  let data: @Sendable (GraphQLHTTPRequest, GraphQLHTTPResponse) -> (any GraphQLObject)?
  private let name: String
  private let choices: [ShapeChoice]
  private let permitted: Set<ShapeChoice>
  private let equivalents: [ShapeChoice: ShapeChoice]
  private let state: Locked<State>

  /// - Throws: an error for a custom scalar whose codec lacks an example.
  init<Operation: GraphQLOperation>(_ type: Operation.Type) throws {
    name = Operation.operationName
    dataType = ObjectIdentifier(Operation.Data.self)
    let shapes = try Operation.Data.shapes()
    choices = shapes.choices.filter { choice in
      // The value of a type that the app does not know has the properties of the interface's fragments, but generated types do
      // not write the marker again that a server sent for the interface, so no record could have this shape.
      if case .marker = choice.point.kind { false } else { true }
    }
    permitted = Set(choices)
    equivalents = shapes.equivalents
    state = Locked(State())
    data = { request, response in
      guard let operation = request.operation(Operation.self) else { return nil }
      return try? operation.response(json: response.body).data
    }
  }

  /// Records the forms of a value.
  func record(_ value: some GraphQLObject) throws {
    let known = try ShapeObservation.choices(of: value).compactMap(form)
    state.withLock { state in
      state.count += 1
      state.recorded.formUnion(known)
    }
  }

  /// The form among those that the data permits: for types that meet the same conditions, that of one of them, and for
  /// types that meet none, that of all others.
  private func form(_ choice: ShapeChoice) -> ShapeChoice? {
    if permitted.contains(choice) { return choice }
    guard choice.point.kind == .type else { return nil }
    let form = equivalents[choice] ?? ShapeChoice(choice.point, ShapeForm.otherType)
    return permitted.contains(form) ? form : nil
  }

  /// What was recorded so far.
  var coverage: GraphQLOperationCoverage {
    let state = state.withLock { $0 }
    return GraphQLOperationCoverage(
      operation: name, valueCount: state.count, shapeCount: choices.count,
      missing: choices.filter { !state.recorded.contains($0) }.map(\.description))
  }
}
