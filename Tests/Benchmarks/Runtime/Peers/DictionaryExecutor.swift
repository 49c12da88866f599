import Foundation

/// Makes dictionary storage of a response as an executor of Apollo's shape does: a tree of the whole JSON first, then a walk
/// along the selections that groups an object's fields, tracks the response's path and fills a dictionary.
enum DictionaryExecutor {
  static func execute<Selection: DictionarySelection>(_ type: Selection.Type, _ json: Data) throws
    -> Selection
  {
    guard let object = try JSONSerialization.jsonObject(with: json) as? [String: Any] else {
      throw Failure("no object")
    }
    return Selection(data: try execute(type, object, Path(parent: nil, step: "data")))
  }

  /// Where in the response a value stands, shared with what stands before it.
  private final class Path: CustomStringConvertible {
    let parent: Path?
    let step: String

    init(parent: Path?, step: String) {
      self.parent = parent
      self.step = step
    }

    var description: String { (parent.map { $0.description + "." } ?? "") + step }
  }

  private static func execute(
    _ type: any DictionarySelection.Type, _ object: [String: Any], _ path: Path
  ) throws -> DictionaryObject {
    // Fields of one response key are executed once, wherever in the selection they stand.
    var groups: [String: Int] = [:]
    var fields: [DictionaryField] = []
    for field in type.selections where groups.updateValue(fields.count, forKey: field.name) == nil {
      fields.append(field)
    }
    var values: [String: DictionaryObject.Value] = [:]
    values.reserveCapacity(fields.count)
    for field in fields {
      let place = Path(parent: path, step: field.name)
      guard let value = object[field.name] else { throw Failure("\(place): missing") }
      // A null is left out, which its accessor reads as nil.
      if case .nullable = field.kind, value is NSNull { continue }
      values[field.name] = try complete(value, field.kind, place)
    }
    return DictionaryObject(values, fulfilledSelections: [ObjectIdentifier(type)])
  }

  private static func complete(
    _ value: Any, _ kind: DictionaryField.Kind, _ path: Path
  ) throws -> DictionaryObject.Value {
    switch kind {
    case .nullable(let kind):
      return try complete(value, kind, path)
    case .string:
      return try cast(value, String.self, path)
    case .int:
      return try cast(value, Int.self, path)
    case .double:
      return try cast(value, Double.self, path)
    case .bool:
      return try cast(value, Bool.self, path)
    case .state:
      return FeedState(rawValue: try cast(value, String.self, path))
    case .strings:
      return try cast(value, [Any].self, path).enumerated().map { index, element in
        try cast(element, String.self, Path(parent: path, step: "\(index)"))
      }
    case .object(let type):
      return try execute(type, cast(value, [String: Any].self, path), path)
    case .objects(let type):
      return try cast(value, [Any].self, path).enumerated().map { index, element in
        let place = Path(parent: path, step: "\(index)")
        return try execute(type, cast(element, [String: Any].self, place), place)
      }
    }
  }

  private static func cast<Value>(_ value: Any, _ type: Value.Type, _ path: Path) throws -> Value {
    guard let cast = value as? Value else { throw Failure("\(path): no \(type)") }
    return cast
  }
}
