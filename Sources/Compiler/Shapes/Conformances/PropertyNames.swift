/// The names of properties in Swift, which `ApusSwiftModel` decides. This module asks for them, because a type only conforms to a protocol if its
/// properties have the names that the protocol requires.
package protocol PropertyNames {
  func name(of field: Field, in shape: Shape) -> String
  func name(of property: FragmentField, in shape: Shape) -> String
  /// Names the fragments that are properties.
  ///
  /// - Returns: whether a type now has another name for a fragment than the rest of its module, so that conformances have to be decided again.
  func nameFragments(_ shapes: [Shape], _ conformances: FragmentConformances) -> Bool
}
