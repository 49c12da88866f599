import Foundation

/// A test's transport received a request that it has no answer for.
public struct MissingAnswer: Error, CustomStringConvertible {
  public let description: String
}

extension MissingAnswer: LocalizedError {
  /// Equal to ``description``, so that `localizedDescription` shows it too.
  public var errorDescription: String? { description }
}
