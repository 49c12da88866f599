/// The model's expectation of a value.
struct Expected: Decodable {
  let kind: Kind
  let text: String?
  let elements: [Int]?
  let typename: String?
  /// Properties that the value has: name, node, whether it is optional, the fragments that bring it.
  let members: [Member]?
  /// Fragments that it conforms to or has as properties: name, property, node.
  let conversions: [Conversion]?
  /// Optional properties that ask for a type condition or a fragment.
  let accessors: [Accessor]?
  /// The response keys that it may have.
  let allowed: [String]?
  /// The node of the value itself; of its case, if it is an enum.
  let payload: Int?

  enum Kind: String, Decodable {
    case null = "nil"
    case leaf, list, object
  }

  struct Member: Decodable {
    let name: String
    let node: Int
    /// Nil where it may be either.
    let isOptional: Bool?
    /// The fragments that bring it.
    let fragments: [String]

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      name = try list.decode(String.self)
      node = try list.decode(Int.self)
      isOptional = try list.decode(Bool?.self)
      fragments = try list.decode([String].self)
    }
  }

  struct Conversion: Decodable {
    let fragment: String
    let property: String
    let node: Int
    let mayBeOptional: Bool

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      fragment = try list.decode(String.self)
      property = try list.decode(String.self)
      node = try list.decode(Int.self)
      mayBeOptional = try list.decode(Bool.self)
    }
  }

  struct Accessor: Decodable {
    let kind: String
    let name: String
    let node: Int

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      kind = try list.decode(String.self)
      name = try list.decode(String.self)
      node = try list.decode(Int.self)
    }
  }
}

/// A response to an operation, and what its value must be.
struct Case: Decodable {
  let operation: String
  /// The variables as JSON text.
  let variables: String
  let data: String
  let root: Int
  let nodes: [Expected]
}
