import ApusSchema

/// The number of a Swift type in ``BoundFields``, or 0 for the scalar's own type.
package typealias FieldBindingID = Int

/// The fields, arguments and input fields that are *bound* to a Swift type, which means that they do not have the type of their scalar: `Album.id`
/// may be an `AlbumID` instead of an `ID`. This module only knows numbers for these types. Equal numbers mean the same type.
package struct BoundFields {
  /// The bindings by number: the name of the Swift type in messages, and the object type or interface whose objects an identifier is for (`Album` for
  /// `AlbumID`). Number 0 is for fields that are not bound.
  private var bindings: [(description: String, identified: TypeID?)] = [("", nil)]
  private var fields: [FieldID: FieldBindingID] = [:]
  private var inputs: [InputValueID: FieldBindingID] = [:]
  private let schema: Schema

  package init(_ schema: Schema) { self.schema = schema }

  /// Whether every field, argument and input field has its scalar's type.
  package var isEmpty: Bool { fields.isEmpty && inputs.isEmpty }

  /// The binding of a field of an object or interface.
  package func ofField(_ field: FieldID) -> FieldBindingID { fields.isEmpty ? 0 : fields[field] ?? 0 }

  /// The binding of an argument or an input field.
  package func ofInput(_ input: InputValueID) -> FieldBindingID { inputs.isEmpty ? 0 : inputs[input] ?? 0 }

  /// The name of a binding's type in messages.
  package func description(of binding: FieldBindingID) -> String { bindings[binding].description }

  /// The object type or interface whose objects an identifier is for; nil for other Swift types.
  package func identified(by binding: FieldBindingID) -> TypeID? { bindings[binding].identified }

  /// The binding of a property that merges selections with these bindings: the most general of them.
  ///
  /// If `Album` implements `Node`, every `AlbumID` can become a `NodeID`. So a property that merges `Node.id` and `Album.id` is a `NodeID`.
  ///
  /// - Returns: 0 if only the scalar's type is common to all.
  package func common(of bindings: [FieldBindingID]) -> FieldBindingID {
    let bindings = Set(bindings).sorted()
    return bindings.first { wide in bindings.allSatisfy { isOne($0, of: wide) } } ?? 0
  }

  /// The binding of a variable that is used in positions with these bindings: the narrowest of them. An `AlbumID` fits where a `NodeID` is expected,
  /// too.
  ///
  /// - Returns: nil if none of them fits all positions.
  package func narrowest(of bindings: [FieldBindingID]) -> FieldBindingID? {
    let bindings = Set(bindings).sorted()
    return bindings.first { narrow in bindings.allSatisfy { isOne(narrow, of: $0) } }
  }

  private func isOne(_ binding: FieldBindingID, of wide: FieldBindingID) -> Bool {
    if binding == wide { return true }
    guard let type = identified(by: binding), let other = identified(by: wide) else { return false }
    return schema.isSubtype(type, ofAbstract: other)
  }

  // MARK: - Binding

  /// Adds a Swift type.
  ///
  /// - Parameters:
  ///   - description: the type's name in messages.
  ///   - identified: the object type or interface whose objects an identifier is for.
  /// - Returns: the number of the type.
  package mutating func add(_ description: String, identifying identified: TypeID? = nil) -> FieldBindingID {
    bindings.append((description, identified))
    return bindings.count - 1
  }

  package mutating func bind(field: FieldID, to binding: FieldBindingID) { fields[field] = binding }

  package mutating func bind(input: InputValueID, to binding: FieldBindingID) { inputs[input] = binding }
}
