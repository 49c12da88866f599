import Apus
import ApusShapeChoices

/// Facts about a type that its samples have shown so far.
///
/// The size of a type's values is unknown beforehand, because an input may contain lists of itself. A value that turns out
/// too large is made again, with fewer lists in lists.
struct SampleFindings {
  /// The members that were requested, by the path of their object.
  var members: [String: Set<String>] = [:]
  /// The places of optional members of nested inputs that vary.
  var varied: Set<String> = []
  /// The number of lists in each other that have generated elements, in the usual value.
  private var usualDepth = 16
  /// The same for other values, which may have more members.
  private var otherDepth = 16

  /// Makes a value.
  ///
  /// - Parameter run: decides the forms, and has those of the value afterwards, also if it cannot be made.
  mutating func make<Value: GraphQLObject>(
    _ type: Value.Type, _ given: GraphQLValue, seed: Int, _ run: inout ShapeRun
  ) throws -> Value {
    var types: [String: String] = [:]
    while true {
      let depth = run.isUsual ? usualDepth : otherDepth
      let values = SampleValues(seed: seed, run: run, findings: self, listDepth: depth, types: types)
      let result: Result<Value, any Error> = Result {
        try Sampling.$session.withValue(values) {
          try Value(from: SampleDecoder(values: values, given: given, codingPath: []))
        }
      }
      if values.isFull {
        if run.isUsual { usualDepth = depth / 2 }
        otherDepth = min(otherDepth, depth / 2)
        types = [:]
        continue
      }
      // Some generated types read the name of their object's type before their fragments test for it.
      if types.isEmpty, case .success = result {
        types = values.lateTypes
        if !types.isEmpty { continue }
      }
      run = values.run
      members = values.members
      varied = values.varied
      return try result.get()
    }
  }
}
