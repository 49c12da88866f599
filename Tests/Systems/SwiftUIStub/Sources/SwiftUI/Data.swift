// Apple's SwiftUI, as far as the wrappers use it, and so that it works: what views hold.
@_exported import Combine

public protocol DynamicProperty {
  mutating func update()
}

extension DynamicProperty {
  public mutating func update() {}
}

/// A property that has its value from the place at which its view stands.
@MainActor protocol PlacedProperty {
  func place(at node: Node, _ path: String)
}

@propertyWrapper public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
  /// Copies of a view share it.
  private final class Box {
    var object: ObjectType?
  }

  private let make: () -> ObjectType
  private let box = Box()

  public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { make = thunk }

  @MainActor @preconcurrency public var wrappedValue: ObjectType {
    guard let object = box.object else { preconditionFailure("a StateObject is read outside of a view") }
    return object
  }
}

extension StateObject: PlacedProperty {
  func place(at node: Node, _ path: String) {
    let object = node.objects[path] as? ObjectType ?? make()
    node.objects[path] = object
    node.observe(object)
    box.object = object
  }
}

@propertyWrapper public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
  private let object: ObjectType
  public init(wrappedValue: ObjectType) { object = wrappedValue }
  @MainActor @preconcurrency public var wrappedValue: ObjectType { object }
}

extension ObservedObject: PlacedProperty {
  func place(at node: Node, _ path: String) { node.observe(object) }
}

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]

  public init() {}

  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

@propertyWrapper public struct Environment<Value>: DynamicProperty {
  private final class Box {
    var values = EnvironmentValues()
  }

  private let keyPath: KeyPath<EnvironmentValues, Value>
  private let box = Box()

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

  public var wrappedValue: Value { box.values[keyPath: keyPath] }
}

extension Environment: PlacedProperty {
  func place(at node: Node, _ path: String) { box.values = node.environment }
}
