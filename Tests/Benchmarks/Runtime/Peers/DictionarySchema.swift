/// What an executor asks about types at run time.
protocol DictionarySchema {
  static func objectType(named name: String) -> DictionaryObjectType?
  static func configuredCacheKey(_ type: DictionaryObjectType, _ object: DictionarySource) -> String?
}

/// An object type of the schema.
final class DictionaryObjectType: Sendable {
  let name: String
  let keyFields: [String]?

  init(_ name: String, keyFields: [String]? = nil) {
    self.name = name
    self.keyFields = keyFields
  }
}

/// An object of the JSON tree, as a user's configuration of the cache sees it.
struct DictionarySource {
  let object: DictionaryTree

  /// A leaf's value: numbers are told from Booleans by casts, then the value is looked at as a scalar of whatever type.
  subscript(_ key: String) -> (any DictionaryScalar)? {
    guard var value = object.members[key] else { return nil }
    switch value {
    case let bool as Bool: value = bool
    case let int as Int: value = int
    default: break
    }
    return value as? any DictionaryScalar
  }
}

extension DictionarySchema {
  /// The key under which a cache would keep an object. It is asked for with every object, whether there is a cache or not.
  static func cacheKey(of object: DictionaryTree) -> String? {
    let source = DictionarySource(object: object)
    guard let name = source["__typename"] as? String else { return nil }
    let type = objectType(named: name) ?? DictionaryObjectType(name)
    if let key = configuredCacheKey(type, source) { return "\(type.name):\(key)" }
    guard let fields = type.keyFields else { return nil }
    let keys = fields.compactMap { source[$0].map { "\($0)" } }
    return keys.count == fields.count ? "\(type.name):" + keys.joined(separator: "+") : nil
  }
}

/// The feed's schema with a cache: an object is known by its `id`.
enum DictionaryKeyedSchema: DictionarySchema {
  static func objectType(named name: String) -> DictionaryObjectType? {
    DictionaryFeedSchema.objectType(named: name)
  }

  static func configuredCacheKey(_ type: DictionaryObjectType, _ object: DictionarySource) -> String? {
    object["id"] as? String
  }
}

/// The feed's schema: no cache keys are configured, as nothing configures them where there is no cache.
enum DictionaryFeedSchema: DictionarySchema {
  private static let types = ["Thing": DictionaryObjectType("Thing")]

  static func objectType(named name: String) -> DictionaryObjectType? { types[name] }

  static func configuredCacheKey(_ type: DictionaryObjectType, _ object: DictionarySource) -> String? { nil }
}
