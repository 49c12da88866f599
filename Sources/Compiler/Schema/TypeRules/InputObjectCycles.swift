import ApusSource
import ApusSyntax

/// A finite value exists for every input object: its non-null fields do not lead back to it.
///
/// A OneOf input object needs only one non-recursive field.
///
/// https://spec.graphql.org/September2025/#sec-Input-Objects.Circular-References
extension TypeChecker {
  mutating func checkInputObjectCycles() {
    var search = InputObjectCycleSearch(schema)
    search.findFinite()
    for cycle in search.cycles() {
      let fields = cycle.steps.map { inputCoordinate($0.type, schema[$0.field]) }
      concern = .type(cycle.type)
      report(
        .endlessInputObject,
        "Input Object \(schema.name(cycle.type)) cannot be provided a finite value because it references"
          + " itself through fields: \(fields.joined(separator: ", ")).",
        at: cycle.steps.map { schema[$0.field].node })
    }
  }
}

/// The graph of input objects, connected by their required fields.
private struct InputObjectCycleSearch {
  struct Step {
    var type: TypeID
    var field: InputValueID
    var target: TypeID
  }

  struct Cycle {
    var type: TypeID
    var steps: [Step]
  }

  let schema: Schema
  var inputObjects: [TypeID] = []
  /// The outgoing edges of each type.
  var steps: [TypeID: [Step]] = [:]
  /// Types that have a finite value.
  var finite: Set<TypeID> = []

  init(_ schema: Schema) {
    self.schema = schema
    for type in schema.allTypes where schema[type].kind == .inputObject {
      inputObjects.append(type)
      let definition = schema[type]
      for field in schema.inputFields(of: type) {
        let reference = schema[field].type
        guard let target = reference.named, !reference.isList, definition.isOneOf || reference.isNonNull
        else {
          continue
        }
        if definition.isOneOf, reference.isNonNull { continue }
        if schema[target].kind == .inputObject {
          steps[type, default: []].append(Step(type: type, field: field, target: target))
        }
      }
    }
  }

  /// Starts at the types without edges and propagates against the edges' direction.
  mutating func findFinite() {
    var dependents: [TypeID: [TypeID]] = [:]
    var missing: [TypeID: Int] = [:]
    var found: [TypeID] = []
    for type in inputObjects {
      let own = steps[type] ?? []
      for step in own { dependents[step.target, default: []].append(type) }
      missing[type] = own.count
      if own.isEmpty || schema[type].isOneOf && own.count < schema.inputFields(of: type).count {
        finite.insert(type)
        found.append(type)
      }
    }
    while let type = found.popLast() {
      for dependent in dependents[type] ?? [] where !finite.contains(dependent) {
        missing[dependent, default: 0] -= 1
        if schema[dependent].isOneOf || missing[dependent] == 0 {
          finite.insert(dependent)
          found.append(dependent)
        }
      }
    }
  }

  /// The cycles among the other types, each reported once. It is not recursive, because chains of types may be long.
  func cycles() -> [Cycle] {
    var cycles: [Cycle] = []
    var visited: Set<TypeID> = []
    for root in inputObjects where !finite.contains(root) && !visited.contains(root) {
      var path: [Step] = []
      /// The index of each type in the path.
      var places: [TypeID: Int] = [root: 0]
      var frames: [(type: TypeID, next: Int)] = [(root, 0)]
      visited.insert(root)
      while let frame = frames.last, cycles.count < TypeChecker.maximumListCount {
        let own = steps[frame.type] ?? []
        guard frame.next < own.count else {
          frames.removeLast()
          places[frame.type] = nil
          if !frames.isEmpty { path.removeLast() }
          continue
        }
        frames[frames.count - 1].next += 1
        let step = own[frame.next]
        if finite.contains(step.target) { continue }
        if let place = places[step.target] {
          cycles.append(Cycle(type: step.target, steps: path[place...] + [step]))
        } else if visited.insert(step.target).inserted {
          path.append(step)
          places[step.target] = path.count
          frames.append((step.target, 0))
        }
      }
    }
    return cycles
  }
}

extension DiagnosticCode {
  package static let endlessInputObject = DiagnosticCode(
    "endless-input-object",
    title: "An input object without any finite value",
    explanation: """
      The fields that the message lists are all required, and the last one leads back to the first type: every value
      would have to contain another one, without end.
      """,
    example: "input AlbumFilter { not: AlbumFilter! }",
    fix: "Make one of the fields nullable or a list: `not: AlbumFilter`.")
}
