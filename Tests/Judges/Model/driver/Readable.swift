/// A generated type whose properties can be read by their names, accessors included.
public protocol Readable {
  /// The names of all properties.
  static var memberNames: [String] { get }
  /// The value of a property, nil if there is no such property.
  func member(_ name: String) -> Any?
}
