/// The content of the page: a running client, or a file.
package protocol InspectorContent: Sendable {
  /// The records that changed after a number of the sequence, in the order of their changes.
  ///
  /// - Parameters:
  ///   - cursor: the place of the stream, which moves.
  ///   - limit: the maximum number of records.
  /// - Returns: the records as JSON texts without line breaks.
  func records(after cursor: inout InspectorCursor, limit: Int) -> [[UInt8]]

  /// Whether no more records come.
  var isOver: Bool { get }

  /// Answers another route of the page.
  func answer(_ route: Substring, _ parameters: [String: String]) -> InspectorAnswer
}

/// The place of a stream of records.
package struct InspectorCursor: Sendable {
  /// The number of the last record that was sent.
  package var sequence: Int
  /// The number of records that had been dropped from the memory by then; nil before the first look.
  package var dropped: Int?
  /// Whether the stream has begun with the session.
  package var hasSession = false

  package init(sequence: Int) { self.sequence = sequence }
}

/// The answer of a route.
package enum InspectorAnswer: Sendable {
  case json([UInt8])
  /// JSON lines to save under a name.
  case file([UInt8], name: String)
  /// Why there is nothing.
  case missing(String)
}
