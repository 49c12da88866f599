/// A failure of a function in the C library.
package struct SystemError: Error, CustomStringConvertible, LocalizedError {
  /// The value of `errno`.
  package let code: Int32

  package init(code: Int32) { self.code = code }

  package static var last: SystemError { SystemError(code: errno) }

  package var description: String { String(cString: strerror(code)) }
  package var errorDescription: String? { description }
}
