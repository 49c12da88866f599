/// A test's transport was asked something that it has no answer to.
public struct MissingAnswer: Error, CustomStringConvertible {
  public let description: String
}
