/// The client's notes about how a response arrived. They are not part of the response, so all values are equal.
package struct ResponseOrigin: Hashable, Sendable {
  /// The client's own value; nil if no client received the response.
  package var value: (any Sendable)?

  package init(_ value: (any Sendable)? = nil) { self.value = value }

  package static func == (first: ResponseOrigin, second: ResponseOrigin) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
