import ApusClient
import ApusPlatform
import Foundation

/// Makes dictionary storage of a response in the steps of Apollo iOS 2, for a fetch without a cache, one that writes a cache of
/// records, and a read of such a cache.
///
/// The steps are those of its `GraphQLExecutor` with `NetworkResponseExecutionSource`, `DefaultFieldSelectionCollector` and
/// `DataDictMapper`; the code was written for this comparison, and nothing of Apollo's is in it:
///
/// 1. `JSONSerialization` makes a tree of the text, which becomes a tree of dictionaries of values that can be hashed.
/// 2. At each object its type's list of selections is made, and its fields are grouped by response key in a dictionary, each with an
///    object that knows its path, as text too, and the selections that were merged.
/// 3. Each field's value is looked up, and completed along the field's type, which is data: wrapping by wrapping, scalars through an
///    existential metatype. Each of these functions is `async`; each result is immediate or deferred, and mapped twice: to an entry
///    of the object, and to an error with a path.
/// 4. Each element of a list is completed with a copy of the field's object, with a path of its own.
/// 5. For each child object a cache key is asked for, which looks its type up by `__typename` (here no type has a key).
/// 6. An object's entries are evaluated, then made a dictionary behind a reference, with the sets of its fulfilled and its deferred
///    fragments.
/// 7. With a cache each field's path in it is made and noted as a dependency, and each object becomes a record (`DictionaryRecords`).
///    When it is read, each reference becomes a deferred look-up.
///
/// It does less than what it is the shape of: no generic accumulator or source, no conditions on fields, no fragments, no arguments,
/// no lock and no actor around the records.
enum DictionaryExecutor {
  /// Makes a response's storage.
  static func execute<Selection: DictionarySelection>(_ type: Selection.Type, _ json: Data) throws
    -> Selection
  {
    try wait { await execute(root: type, DictionaryFeedSchema.self, nil) { try DictionaryTree(json: json) } }
  }

  /// Makes a response's storage, and writes its records.
  static func write<Selection: DictionarySelection>(
    _ type: Selection.Type, _ json: Data, into cache: DictionaryRecords
  ) throws -> Selection {
    try wait {
      let records = DictionaryRecordExecution(cache, isReading: false)
      let result = await execute(root: type, DictionaryKeyedSchema.self, records) {
        try DictionaryTree(json: json)
      }
      records.publish()
      return result
    }
  }

  /// Makes storage of records.
  static func read<Selection: DictionarySelection>(
    _ type: Selection.Type, from cache: DictionaryRecords
  ) throws -> Selection {
    try wait {
      let records = DictionaryRecordExecution(cache, isReading: true)
      return await execute(root: type, DictionaryKeyedSchema.self, records) {
        try await records.load(DictionaryReference(key: rootKey))
      }
    }
  }

  private static let rootKey = "QUERY_ROOT"

  /// Executes on another thread, and waits.
  private static func wait<Selection: DictionarySelection>(
    _ body: @escaping @Sendable () async -> Result<DictionaryObject, any Error>
  ) throws -> Selection {
    let ended = DispatchSemaphore(value: 0)
    let result = Locked<Result<DictionaryObject, any Error>>(.failure(Failure("not executed")))
    Task.detached {
      let executed = await body()
      result.withLock { $0 = executed }
      ended.signal()
    }
    ended.wait()
    return Selection(data: try result.withLock { $0 }.get())
  }

  /// Never inlined: when it has returned it has freed the tree, which must not take the other side's time.
  @inline(never) private static func execute(
    root type: any DictionarySelection.Type, _ schema: any DictionarySchema.Type,
    _ records: DictionaryRecordExecution?, _ root: () async throws -> DictionaryTree
  ) async -> Result<DictionaryObject, any Error> {
    let execution = DictionaryObjectExecution(
      type, schema, DictionaryPath(), DictionaryPath().appending(rootKey), records)
    do {
      return .success(try await execute(type.selections, try await root(), execution).value())
    } catch {
      return .failure(error)
    }
  }

  private typealias Entry = (key: String, value: DictionaryValue)

  private static func execute(
    _ selections: [DictionaryField], _ object: DictionaryTree, _ execution: DictionaryObjectExecution
  ) async -> DictionaryDeferred<DictionaryObject> {
    let grouping = DictionaryGrouping(selections, execution)
    execution.fulfilledFragments = grouping.fulfilledFragments
    var entries: [DictionaryDeferred<Entry>] = []
    entries.reserveCapacity(grouping.fields.count)
    for (_, field) in grouping.fields { entries.append(await execute(field, object)) }
    return DictionaryDeferred.all(entries).map { entries in
      DictionaryObject(
        Dictionary(entries.lazy.map { ($0.key, $0.value) }) { _, last in last },
        fulfilledFragments: execution.fulfilledFragments, deferredFragments: execution.deferredFragments,
        record: execution.records?.take(entries, of: object, as: execution.cachePath.description))
    }
  }

  private static func execute(
    _ field: DictionaryFieldExecution, _ object: DictionaryTree
  ) async -> DictionaryDeferred<Entry> {
    field.parent.records?.depend(on: field.cachePath.description)
    return await DictionaryDeferred.made(.success(object.members[field.responseKey]))
      .flatMap { await complete($0, field.field.type, field) }
      .map { (field.responseKey, $0) }
      .mapError { located($0, field) }
  }

  private static func complete(
    _ value: DictionaryValue?, _ type: DictionaryField.OutputType, _ field: DictionaryFieldExecution
  ) async -> DictionaryDeferred<DictionaryValue> {
    guard let value else { return .made(.failure(Failure("missing"))) }
    if value is DictionaryNull {
      if case .nonNull = type { return .made(.failure(Failure("null"))) }
      return DictionaryDeferred { value }
    }
    switch type {
    case .nonNull(let type):
      return await complete(value, type, field)
    case .scalar(let type):
      return DictionaryDeferred { try type.init(tree: value) }
    case .list(let type):
      guard let list = value as? DictionaryList else { return .made(.failure(Failure("no list"))) }
      var elements: [DictionaryDeferred<DictionaryValue>] = []
      elements.reserveCapacity(list.elements.count)
      for (index, element) in list.elements.enumerated() {
        let field = DictionaryFieldExecution(field, element: index)
        elements.append(await complete(element, type, field).mapError { located($0, field) })
      }
      return DictionaryDeferred.all(elements).map { DictionaryList(elements: $0) }
    case .object(let type):
      if let records = field.parent.records, let reference = value as? DictionaryReference {
        return await DictionaryDeferred.later { try await records.load(reference) }
          .flatMap { await complete($0, .object(type), field) }
      }
      guard let object = value as? DictionaryTree else { return .made(.failure(Failure("no object"))) }
      let child = field.child(type, cacheKey: field.parent.schema.cacheKey(of: object))
      return await execute(child.selections, object, child.execution).map { $0 }
    }
  }

  /// An error's place, where it has none yet.
  private static func located(_ error: any Error, _ field: DictionaryFieldExecution) -> any Error {
    error is LocatedFailure ? error : LocatedFailure(path: field.path, error: error)
  }

  private struct LocatedFailure: Error {
    let path: DictionaryPath
    let error: any Error
  }
}
