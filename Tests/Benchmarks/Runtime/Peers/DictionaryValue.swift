import Foundation

/// A value of the JSON tree and of the storage that is made of it, whatever its type.
typealias DictionaryValue = any Hashable & Sendable

/// A list in the tree or in the storage.
///
/// A type of its own where Apollo has an array: an array of such values is not `Hashable`. As large as the array.
struct DictionaryList: Hashable, Sendable {
  let elements: [DictionaryValue]

  static func == (a: DictionaryList, b: DictionaryList) -> Bool {
    a.elements.map { AnyHashable($0) } == b.elements.map { AnyHashable($0) }
  }

  func hash(into hasher: inout Hasher) { for element in elements { hasher.combine(AnyHashable(element)) } }
}

/// A null: quicker to test for than an `NSNull`, to which the runtime would bridge a string first.
struct DictionaryNull: Hashable, Sendable {}

/// An object in the tree, for the same reason a type of its own.
struct DictionaryTree: Hashable, Sendable {
  let members: [String: DictionaryValue]

  static func == (a: DictionaryTree, b: DictionaryTree) -> Bool {
    a.members.mapValues { AnyHashable($0) } == b.members.mapValues { AnyHashable($0) }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(members.mapValues { AnyHashable($0) }) }

  init(members: [String: DictionaryValue]) { self.members = members }

  /// Foundation's tree of a text, made into one of values that can be hashed.
  ///
  /// On Apple's platforms casts do this, an `NSDictionary` at a time; elsewhere Foundation has dictionaries of `Any`, to which such a
  /// cast cannot be applied.
  init(json: Data) throws {
    guard let members = try JSONSerialization.jsonObject(with: json) as? [String: Any] else {
      throw Failure("no object")
    }
    try self.init(members)
  }

  private init(_ members: [String: Any]) throws {
    var values: [String: DictionaryValue] = [:]
    values.reserveCapacity(members.count)
    for (key, value) in members { values[key] = try Self.value(value) }
    self.members = values
  }

  private static func value(_ value: Any) throws -> DictionaryValue {
    switch value {
    // The classes come last: to try a cast to a class, the runtime would first bridge a whole dictionary.
    case let string as String: return string
    case let members as [String: Any]: return try DictionaryTree(members)
    case let elements as [Any]: return DictionaryList(elements: try elements.map { try Self.value($0) })
    case is NSNull: return DictionaryNull()
    case let number as NSNumber: return number
    default: throw Failure("\(type(of: value)) is no JSON")
    }
  }
}

/// A type that a leaf field can have.
protocol DictionaryScalar: Hashable, Sendable {
  init(tree value: DictionaryValue) throws
}

extension String: DictionaryScalar {
  init(tree value: DictionaryValue) throws {
    guard let string = value as? String else { throw Failure("no String") }
    self = string
  }
}

extension Int: DictionaryScalar {
  init(tree value: DictionaryValue) throws {
    guard let number = value as? NSNumber else { throw Failure("no Int") }
    self = number.intValue
  }
}

extension Double: DictionaryScalar {
  init(tree value: DictionaryValue) throws {
    guard let number = value as? NSNumber else { throw Failure("no Float") }
    self = number.doubleValue
  }
}

extension Bool: DictionaryScalar {
  init(tree value: DictionaryValue) throws {
    guard let number = value as? NSNumber else { throw Failure("no Boolean") }
    self = number.boolValue
  }
}

extension FeedState: DictionaryScalar {
  init(tree value: DictionaryValue) throws { self.init(rawValue: try String(tree: value)) }
}
