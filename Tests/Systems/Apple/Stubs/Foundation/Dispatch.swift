// Apple's Dispatch, which Foundation exports, as far as the package calls it.
@available(macOS 10.10, iOS 8.0, watchOS 2.0, tvOS 9.0, *)
open class DispatchQueue: NSObject, @unchecked Sendable {
  public init(label: String) {}
  public class func global() -> DispatchQueue { fatalError() }
  public func async(execute work: @escaping @Sendable @convention(block) () -> Void) {}
}

@available(macOS 10.10, iOS 8.0, watchOS 2.0, tvOS 9.0, *)
open class DispatchSemaphore: NSObject, @unchecked Sendable {
  public init(value: Int) {}
  public func wait() {}
  @discardableResult public func signal() -> Int { 0 }
}
