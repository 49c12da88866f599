import Foundation

// Apple's Network, as far as the package asks whether there is one.
@available(macOS 10.14, iOS 12.0, watchOS 5.0, tvOS 12.0, *)
public struct NWPath: Equatable, Sendable {
  public enum Status: Sendable {
    case satisfied
    case unsatisfied
    case requiresConnection
  }

  public let status: Status
}

// Not declared as Sendable, as in older SDKs.
@available(macOS 10.14, iOS 12.0, watchOS 5.0, tvOS 12.0, *)
public final class NWPathMonitor {
  public init() { fatalError() }
  public var pathUpdateHandler: (@Sendable (_ newPath: NWPath) -> Void)?
  public func start(queue: DispatchQueue) {}
}
