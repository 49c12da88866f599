/// The body of a response that is made while it is sent. It is asked for more only after everything before was sent, so a slow reader
/// costs no memory.
package protocol HTTPStream {
  /// The next bytes, or how long to wait for them.
  ///
  /// - Parameter now: the time in milliseconds, from any start.
  mutating func next(now: Int) -> HTTPStreamStep
}

/// The next step of a stream. Times are in milliseconds.
package enum HTTPStreamStep {
  /// Sends bytes, and asks again after a pause.
  case send([UInt8], pause: Int = 0)
  /// Asks again after this time, or when the server is woken.
  case wait(Int)
  /// Sends the last bytes, and closes the connection.
  case end([UInt8])
}
