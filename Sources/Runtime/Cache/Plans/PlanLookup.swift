import Apus

/// The objects that a field's arguments identify, used if no response contained the field.
struct PlanLookup {
  /// For each object, its candidate keys: one per possible type.
  let elements: [[String]]
  let isList: Bool

  /// - Parameters:
  ///   - lookup: the arguments that are keys.
  ///   - arguments: the field's arguments.
  ///   - types: the possible types of the objects.
  /// - Returns: nil if an argument is missing or identifies no object. Null and an empty string do not, nor does an empty list of keys,
  ///   which some servers take to mean all objects.
  init?(_ lookup: TypeTable.Lookup, _ arguments: [String: GraphQLValue], types: [String]) {
    var values: [GraphQLValue] = []
    for path in lookup.paths {
      guard let value = Self.value(arguments, path[...]) else { return nil }
      values.append(value)
    }
    isList = lookup.listed != nil
    guard let listed = lookup.listed else {
      guard let keys = Self.keys(values, types) else { return nil }
      elements = [keys]
      return
    }
    var elements: [[String]] = []
    // Input coercion: a single value is a list of one.
    for element in values[listed].list ?? [values[listed]] {
      values[listed] = element
      guard let keys = Self.keys(values, types) else { return nil }
      elements.append(keys)
    }
    if elements.isEmpty { return nil }
    self.elements = elements
  }

  private static func value(_ members: [String: GraphQLValue], _ path: ArraySlice<String>) -> GraphQLValue? {
    guard let name = path.first, let value = members[name] else { return nil }
    return path.count == 1 ? value : value.object.flatMap { self.value($0, path.dropFirst()) }
  }

  private static func keys(_ values: [GraphQLValue], _ types: [String]) -> [String]? {
    var text: [UInt8] = []
    if values.count > 1 { text.append(UInt8(ascii: "[")) }
    for (index, value) in values.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      let isKey = Array(value.description.utf8).withUnsafeBufferPointer {
        CacheKeyText.append($0, to: &text, isSingle: values.count == 1)
      }
      if !isKey { return nil }
    }
    if values.count > 1 { text.append(UInt8(ascii: "]")) }
    let key = String(decoding: text, as: UTF8.self)
    return types.isEmpty ? nil : types.map { "\($0):\(key)" }
  }

  /// The record with one of these keys, including a deleted one.
  ///
  /// - Returns: nil if no record has such a key, or several do: then only the server knows which is meant.
  static func record(
    _ keys: [String], _ find: (String) -> UInt32?, _ blob: (UInt32) -> Blob?
  ) -> UInt32? {
    var found: UInt32?
    for key in keys {
      guard let id = find(key), let blob = blob(id), blob.isDeleted || blob.count > 0 else { continue }
      if found != nil { return nil }
      found = id
    }
    return found
  }
}
