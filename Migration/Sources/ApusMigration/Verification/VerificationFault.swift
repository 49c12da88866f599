/// The reason why nothing could be verified.
package struct VerificationFault: Error {
  package let message: String

  init(_ message: String) { self.message = message }
}
