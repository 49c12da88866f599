/// Distinguishes a part of a client, such as its transport, from other parts that might behave differently.
///
/// Objects are compared by reference. Values cannot be compared, so each assigned value has its own identity, which copies of
/// the client share.
package enum PartIdentity: Hashable, Sendable {
  /// A part that is an object. Whoever compares identities keeps their clients, and so the objects.
  case object(ObjectIdentifier)
  /// A part that is a value.
  case value(Token)

  /// Equals itself only.
  package final class Token: Hashable, Sendable {
    package static func == (first: Token, second: Token) -> Bool { first === second }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  init(of part: any Sendable) {
    // A box around a value would be another object each time.
    self = type(of: part) is AnyClass ? .object(ObjectIdentifier(part as AnyObject)) : .value(Token())
  }
}
