import Apus

/// The places in a response with directives that change lists or delete objects.
struct CacheEdits {
  /// Each directive with the offsets of its field's values.
  private let places: [(edit: _GraphQLCacheEdit, offsets: [Int])]
  /// The offsets of edges to add.
  let edges: Set<Int>

  init(_ edits: [_GraphQLCacheEdit], in data: UnsafeBufferPointer<UInt8>) {
    places = edits.map { ($0, ResponsePlaces.values(at: $0.path, in: data)) }
    edges = Set(places.lazy.filter { $0.edit.type == nil }.flatMap(\.offsets))
  }

  /// Notes the keys of the objects that directives name, for the rules that compute them.
  func note(_ keys: ComputedKeys, _ data: UnsafeBufferPointer<UInt8>, _ store: CacheStore) {
    for (edit, offsets) in places {
      guard let type = edit.type else { continue }
      for offset in offsets { _ = key(type, offset, data, keys, store) }
    }
  }

  /// Applies the changes, after the response was written.
  ///
  /// - Parameters:
  ///   - elements: the edges that were read, by their offsets.
  ///   - plan: the response's plan.
  func apply(
    _ data: UnsafeBufferPointer<UInt8>, _ elements: [Int: ListChange.Element], _ plan: BoundPlan,
    to writer: CacheStore.CacheWriter
  ) {
    for (edit, offsets) in places {
      for offset in offsets {
        guard let change = change(edit, offset, data, elements, writer) else { continue }
        for list in edit.lists { writer.change(GraphQLCacheLists(named: list), change, plan) }
      }
    }
  }

  /// The change of lists at one place; nil if nothing changes. A deleted object leaves all lists.
  private func change(
    _ edit: _GraphQLCacheEdit, _ offset: Int, _ data: UnsafeBufferPointer<UInt8>,
    _ elements: [Int: ListChange.Element], _ writer: CacheStore.CacheWriter
  ) -> ListChange? {
    switch edit.kind {
    case .appendEdge: return elements[offset].map(ListChange.append)
    case .prependEdge: return elements[offset].map(ListChange.prepend)
    case .deleteEdge, .deleteRecord:
      guard let type = edit.type, let key = key(type, offset, data, writer.keys, writer.store) else {
        return nil
      }
      if edit.kind == .deleteEdge { return .remove(writer.record(key)) }
      writer.remove(key.description, isDeleted: true)
      return nil
    }
  }

  /// The key of the object that a value identifies; nil if it is null.
  private func key(
    _ type: String, _ offset: Int, _ data: UnsafeBufferPointer<UInt8>, _ keys: ComputedKeys,
    _ store: CacheStore
  ) -> GraphQLCacheKey? {
    guard let start = data.baseAddress else { return nil }
    var scanner = JSONScanner(data, start)
    scanner.p += offset
    let value = scanner.p
    scanner.skipValue()
    var key = Array("\(type):".utf8)
    let bytes = UnsafeBufferPointer(start: value, count: scanner.p - value)
    guard CacheKeyText.append(bytes, to: &key, isSingle: true) else { return nil }
    let rule = store.rules.keys.rule(for: type, [], store.types, fields: store.types.keyFields(of: type))
    if let rule, !keys.apply(rule, to: &key) { return nil }
    return GraphQLCacheKey(description: String(decoding: key, as: UTF8.self))
  }
}
