/// Where in the response a value stands: a list from the end, each node with the whole path as text, which is made as it is
/// appended to.
struct DictionaryPath: Sendable, CustomStringConvertible {
  private final class Node: Sendable {
    let parent: Node?
    let text: String

    init(_ parent: Node?, _ step: String) {
      self.parent = parent
      text = if let parent { parent.text + "." + step } else { step }
    }
  }

  private var last: Node?

  func appending(_ step: String) -> DictionaryPath {
    var path = self
    path.last = Node(last, step)
    return path
  }

  var description: String { last?.text ?? "" }
}

/// What is known while an object is executed.
final class DictionaryObjectExecution {
  let rootType: any DictionarySelection.Type
  let schema: any DictionarySchema.Type
  let path: DictionaryPath
  let cachePath: DictionaryPath
  let records: DictionaryRecordExecution?
  var fulfilledFragments: Set<ObjectIdentifier>
  var deferredFragments: Set<ObjectIdentifier> = []

  init(
    _ rootType: any DictionarySelection.Type, _ schema: any DictionarySchema.Type, _ path: DictionaryPath,
    _ cachePath: DictionaryPath, _ records: DictionaryRecordExecution?
  ) {
    self.rootType = rootType
    self.schema = schema
    self.path = path
    self.cachePath = cachePath
    self.records = records
    fulfilledFragments = [ObjectIdentifier(rootType)]
  }
}

/// What is known while a field is executed, with all selections of its response key.
final class DictionaryFieldExecution {
  let field: DictionaryField
  let parent: DictionaryObjectExecution
  var merged: [DictionaryField]
  let responseKey: String
  var path: DictionaryPath
  /// Where a cache would keep the field's value, if the value has no key; made only where there is a cache.
  private(set) var cachePath: DictionaryPath

  init(_ field: DictionaryField, _ parent: DictionaryObjectExecution) {
    self.field = field
    self.parent = parent
    merged = [field]
    responseKey = field.responseKey
    path = parent.path.appending(responseKey)
    cachePath = parent.records == nil ? parent.cachePath : parent.cachePath.appending(field.name)
  }

  /// The field again, for an element of its list.
  init(_ execution: DictionaryFieldExecution, element index: Int) {
    field = execution.field
    parent = execution.parent
    merged = execution.merged
    responseKey = execution.responseKey
    path = execution.path.appending(String(index))
    cachePath = parent.records == nil ? parent.cachePath : execution.cachePath.appending(String(index))
  }

  /// How to execute an object that is this field's value: the selections of all that were merged.
  func child(
    _ type: any DictionarySelection.Type, cacheKey: String?
  ) -> (execution: DictionaryObjectExecution, selections: [DictionaryField]) {
    let cachePath = cacheKey.map { DictionaryPath().appending($0) } ?? cachePath
    let execution = DictionaryObjectExecution(type, parent.schema, path, cachePath, parent.records)
    var selections: [DictionaryField] = []
    for field in merged {
      guard case .object(let type) = field.type.named else { continue }
      execution.fulfilledFragments.insert(ObjectIdentifier(type))
      selections.append(contentsOf: type.selections)
    }
    return (execution, selections)
  }
}

/// The fields of an object by their response key.
struct DictionaryGrouping {
  private(set) var fields: [String: DictionaryFieldExecution] = [:]
  private(set) var fulfilledFragments: Set<ObjectIdentifier>

  init(_ selections: [DictionaryField], _ execution: DictionaryObjectExecution) {
    fulfilledFragments = execution.fulfilledFragments
    for field in selections {
      if let known = fields[field.responseKey] {
        known.merged.append(field)
      } else {
        fields[field.responseKey] = DictionaryFieldExecution(field, execution)
      }
    }
  }
}
