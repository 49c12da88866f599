import Apus
import ApusShapeChoices

/// Finds the forms that a value has.
enum ShapeObservation {
  /// The forms of a value, by reading what it writes as a sample of which everything is given.
  ///
  /// An object of a type that no condition of the document names has the form of its own type, because the observation does not
  /// know the conditions.
  static func choices<Value: GraphQLObject>(of value: Value) throws -> Set<ShapeChoice> {
    let json = try GraphQLValue(json: value.json())
    let values = SampleValues(observing: json)
    do {
      _ = try Sampling.$session.withValue(values) {
        try Value(from: SampleDecoder(values: values, given: json, codingPath: []))
      }
    } catch let error as DecodingError {
      throw TestingError(error, of: Value.self)
    }
    return values.observed
  }
}
