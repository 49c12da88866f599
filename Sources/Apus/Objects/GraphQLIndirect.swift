/// Keeps a value outside the struct that declares it, so that an input object can hold one of its own type.
///
/// Emitted code marks the fields that lead back to their own input object:
///
/// ```swift
/// struct AlbumFilter: GraphQLObject {
///   @GraphQLIndirect var not: GraphQLNullable<AlbumFilter>
/// }
/// ```
@propertyWrapper
public struct GraphQLIndirect<Value: Hashable & Sendable>: Hashable, Sendable {
  private final class Box: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  public init(wrappedValue: Value) { box = Box(wrappedValue) }

  public var wrappedValue: Value {
    get { box.value }
    set { box = Box(newValue) }
  }

  public static func == (a: GraphQLIndirect, b: GraphQLIndirect) -> Bool { a.box.value == b.box.value }

  public func hash(into hasher: inout Hasher) { hasher.combine(box.value) }
}
