/// The names of properties in Swift. A type only conforms to a protocol under the names that the protocol requires.
package protocol PropertyNames {
  func name(of field: Field, in shape: Shape) -> String
  func name(of property: FragmentField, in shape: Shape) -> String
  /// Names the fragments that are properties.
  ///
  /// - Returns: whether a type now names a fragment differently from the rest of its module, so that its conformances may change.
  func nameFragments(_ shapes: [Shape], _ conformances: FragmentConformances) -> Bool
}
