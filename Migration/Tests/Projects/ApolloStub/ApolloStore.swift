// Apollo's cache, as far as the app in ../App can tell.

import ApolloAPI
import Foundation

/// The data of operations, and objects by their type and `id`, whose newest fields every operation has.
public actor ApolloStore {
  private var objects: [String: [String: Any]] = [:]
  private var operations: [String: [String: Any]] = [:]
  private var watchers: [Int: @Sendable (isolated ApolloStore) -> Void] = [:]
  private var lastWatcher = 0

  public func clearCache() throws {
    objects = [:]
    operations = [:]
  }

  public func withinReadWriteTransaction<Value: Sendable>(
    _ body: @Sendable (ReadWriteTransaction) async throws -> Value
  ) async throws -> Value {
    let value = try await body(ReadWriteTransaction(store: self))
    for watcher in watchers.values { watcher(self) }
    return value
  }

  public func withinReadTransaction<Value: Sendable>(
    _ body: @Sendable (ReadTransaction) async throws -> Value
  ) async throws -> Value { try await body(ReadTransaction(store: self)) }

  func write<Operation: GraphQLOperation>(_ operation: Operation, _ body: Foundation.Data) {
    let json = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any]
    guard let data = json?["data"] as? [String: Any] else { return }
    keep(data)
    operations[key(operation)] = data
  }

  func read<Operation: GraphQLOperation>(_ operation: Operation) -> Operation.Data? {
    operations[key(operation)].flatMap { Operation.Data.decode(newest($0)) }
  }

  fileprivate func update<Mutation: LocalCacheMutation>(
    _ mutation: Mutation, _ change: @Sendable (inout Mutation.Data) throws -> Void
  ) throws {
    // Its selection is a part of what some operation with the same variables asked for.
    for (key, data) in operations where key.hasSuffix(variables(mutation.__variables)) {
      guard var value = Mutation.Data.decode(newest(data)) else { continue }
      try change(&value)
      keep(value.__data.data)
    }
  }

  fileprivate func set<Query: GraphQLQuery>(_ query: Query, _ data: Query.Data) {
    operations[key(query)] = data.__data.data
    keep(data.__data.data)
  }

  func watch<Query: GraphQLQuery>(
    _ query: Query, _ handler: @escaping @Sendable (Query.Data) -> Void
  ) -> Int {
    lastWatcher += 1
    watchers[lastWatcher] = { store in if let data = store.read(query) { handler(data) } }
    return lastWatcher
  }

  fileprivate func stop(_ number: Int) { watchers[number] = nil }

  private func key<Operation: GraphQLOperation>(_ operation: Operation) -> String {
    Operation.operationName + variables(operation.__variables)
  }

  private func variables(_ variables: [String: Any]) -> String {
    "(" + variables.map { "\($0): \($1)" }.sorted().joined(separator: ", ") + ")"
  }

  private func keep(_ value: Any) {
    if let list = value as? [Any] { list.forEach(keep) }
    guard let object = value as? [String: Any] else { return }
    object.values.forEach(keep)
    if let key = identity(object) { objects[key, default: [:]].merge(object) { $1 } }
  }

  private func newest(_ value: Any) -> Any {
    if let list = value as? [Any] { return list.map(newest) }
    guard let object = value as? [String: Any] else { return value }
    let fields = identity(object).flatMap { objects[$0] } ?? object
    return fields.mapValues(newest)
  }

  private func identity(_ object: [String: Any]) -> String? {
    guard let type = object["__typename"] as? String, let id = object["id"] as? String else { return nil }
    return type + ":" + id
  }
}

extension ApolloStore {
  fileprivate func object<Object: SelectionSet>(_ key: String, as type: Object.Type) throws -> Object {
    guard let fields = objects[key], let object = Object.decode(newest(fields)) else { throw Missing() }
    return object
  }

  fileprivate func set(_ object: some SelectionSet, _ key: String) {
    objects[key, default: [:]].merge(object.__data.data) { $1 }
  }

  fileprivate func remove(where isMeant: (String) -> Bool) { objects = objects.filter { !isMeant($0.key) } }

  struct Missing: Error {}

  public class ReadTransaction: @unchecked Sendable {
    fileprivate let store: ApolloStore
    init(store: ApolloStore) { self.store = store }

    public func read<Query: GraphQLQuery>(query: Query) async throws -> Query.Data {
      guard let data = await store.read(query) else { throw Missing() }
      return data
    }

    public func readObject<Object: SelectionSet>(
      ofType type: Object.Type, withKey key: String
    ) async throws -> Object { try await store.object(key, as: type) }
  }

  public final class ReadWriteTransaction: ReadTransaction, @unchecked Sendable {
    public func update<Mutation: LocalCacheMutation>(
      _ mutation: Mutation, _ change: @Sendable (inout Mutation.Data) throws -> Void
    ) async throws {
      try await store.update(mutation, change)
    }

    public func updateObject<Object: SelectionSet>(
      ofType type: Object.Type, withKey key: String, _ change: @Sendable (inout Object) throws -> Void
    ) async throws {
      var object = try await store.object(key, as: type)
      try change(&object)
      await store.set(object, key)
    }

    public func write<Query: GraphQLQuery>(data: Query.Data, for query: Query) async throws {
      await store.set(query, data)
    }

    public func write(selectionSet: some SelectionSet, withKey key: String) async throws {
      await store.set(selectionSet, key)
    }

    public func removeObject(for key: String) async throws { await store.remove { $0 == key } }

    public func removeObjects(matching pattern: String) async throws {
      await store.remove { $0.contains(pattern) }
    }
  }
}

public struct GraphQLQueryWatcher<Query: GraphQLQuery>: Sendable {
  let store: ApolloStore
  let number: Int

  public func cancel() { Task { await store.stop(number) } }
}
