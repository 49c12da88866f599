/// An event as a browser's `EventSource` reads it.
///
/// Specification: <https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation>.
struct ServerSentEvent: CustomStringConvertible {
  let data: String

  /// Each line of the data is a separate field, and an empty line ends the event.
  var description: String {
    let lines = data.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.map { "data: \($0)\n" }.joined() + "\n"
  }
}
