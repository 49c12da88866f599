import ApusSchema

/// The number of a Swift type that fields are bound to, or 0 for the scalar's own type.
package typealias FieldBindingID = Int

/// The fields, arguments and input fields that are bound to Swift types other than their scalars'. Equal numbers mean the same type.
package struct BoundFields {
  private struct Binding {
    /// The type's name in messages.
    var description: String
    /// The object type or interface that an identifier identifies.
    var identified: TypeID?
  }

  /// The bindings by number. The first represents none.
  private var bindings = [Binding(description: "", identified: nil)]
  private var fields: [FieldID: FieldBindingID] = [:]
  private var inputs: [InputValueID: FieldBindingID] = [:]
  private let schema: Schema

  package init(_ schema: Schema) { self.schema = schema }

  /// Whether every field has its scalar's type.
  package var isEmpty: Bool { fields.isEmpty && inputs.isEmpty }

  /// The binding of a field of an object or interface.
  package func ofField(_ field: FieldID) -> FieldBindingID { fields.isEmpty ? 0 : fields[field] ?? 0 }

  /// The binding of an argument or an input field.
  package func ofInput(_ input: InputValueID) -> FieldBindingID { inputs.isEmpty ? 0 : inputs[input] ?? 0 }

  /// The name of a binding's type in messages.
  package func description(of binding: FieldBindingID) -> String { bindings[binding].description }

  /// The object type or interface that an identifier identifies, or nil for other bindings.
  package func identified(by binding: FieldBindingID) -> TypeID? { bindings[binding].identified }

  /// The most general of the bindings of a property's selections.
  ///
  /// If `Album` implements `Node`, an album's identifier is also a node's. A property that merges both has the node's.
  ///
  /// - Returns: 0 if they have only the scalar in common.
  package func common(of bindings: [FieldBindingID]) -> FieldBindingID {
    let bindings = Set(bindings).sorted()
    return bindings.first { wide in bindings.allSatisfy { isOne($0, of: wide) } } ?? 0
  }

  /// The binding whose values fit all of these: an album's identifier fits where albums' and nodes' identifiers are expected.
  ///
  /// - Returns: nil if there is none.
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
  ///   - identified: the object type or interface that values identify.
  /// - Returns: the number of the type.
  package mutating func add(_ description: String, identifying identified: TypeID? = nil) -> FieldBindingID {
    bindings.append(Binding(description: description, identified: identified))
    return bindings.count - 1
  }

  package mutating func bind(field: FieldID, to binding: FieldBindingID) { fields[field] = binding }

  package mutating func bind(input: InputValueID, to binding: FieldBindingID) { inputs[input] = binding }
}
