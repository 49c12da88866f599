import Apus

/// The objects that a field's arguments name: it has them where no response had the field.
struct PlanLookup {
  /// Of each object the keys that it may have, one for each type that it may be of.
  let elements: [[String]]
  let isList: Bool

  /// - Parameters:
  ///   - lookup: which arguments are keys.
  ///   - arguments: what the field has.
  ///   - types: the types that objects may be of.
  /// - Returns: nil where an argument is not there, or names nothing: null and an empty string do not, and a server may take an empty list
  ///   of keys for all that it has.
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
    // One value for a list is a list of one.
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

  /// The record of an object that has one of these keys, be it deleted.
  ///
  /// - Returns: nil if no object has the key, or if several types have one: then only the server knows which is meant.
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
