import Foundation

/// Apple's Combine, as far as the package uses it, and so that it works: who shows an object is told before it changes.
public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
}

public protocol ObservableObject: AnyObject {
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  public var objectWillChange: ObservableObjectPublisher { Publishers.shared.publisher(of: self) }
}

public final class ObservableObjectPublisher: Publisher, Sendable {
  public typealias Output = Void
  public typealias Failure = Never

  private let subscribers = Guarded<[UUID: @Sendable () -> Void]>([:])

  public func send() {
    for subscriber in subscribers.with({ Array($0.values) }) { subscriber() }
  }

  /// Calls `body` before each change, until the result is given to ``remove(_:)``.
  public func add(_ body: @escaping @Sendable () -> Void) -> UUID {
    let number = UUID()
    subscribers.with { $0[number] = body }
    return number
  }

  public func remove(_ number: UUID) { subscribers.with { $0[number] = nil } }
}

/// The publishers of all objects.
private final class Publishers: Sendable {
  static let shared = Publishers()

  private struct Entry: @unchecked Sendable {
    // Looked at under the lock alone.
    weak var object: AnyObject?
    let publisher = ObservableObjectPublisher()
  }

  private let entries = Guarded<[ObjectIdentifier: Entry]>([:])

  func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    let made = Entry(object: object)
    return entries.with { entries in
      // An address may be another object's by now.
      if let entry = entries[ObjectIdentifier(made.object ?? made.publisher)], entry.object === made.object {
        return entry.publisher
      }
      entries = entries.filter { $0.value.object != nil }
      if let object = made.object { entries[ObjectIdentifier(object)] = made }
      return made.publisher
    }
  }
}

/// A value that threads share: it is touched while the lock is held, and nowhere else.
private final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func with<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}

@propertyWrapper public struct Published<Value> {
  private var value: Value

  public init(wrappedValue: Value) { value = wrappedValue }

  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  public static subscript<EnclosingSelf: AnyObject>(
    _enclosingInstance object: EnclosingSelf,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Value {
    get { object[keyPath: storageKeyPath].value }
    set {
      if object is any ObservableObject { Publishers.shared.publisher(of: object).send() }
      object[keyPath: storageKeyPath].value = newValue
    }
  }
}
