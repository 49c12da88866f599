import Foundation

/// A test's transport was asked something that it has no answer to.
public struct MissingAnswer: Error, CustomStringConvertible {
  public let description: String
}

extension MissingAnswer: LocalizedError {
  /// The description: `localizedDescription` says the same.
  public var errorDescription: String? { description }
}
