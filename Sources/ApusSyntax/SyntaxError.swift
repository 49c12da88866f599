/// What stopped the parser: a message in the reference's words and the bytes that it is about.
package struct SyntaxError: Error {
  /// Without the words "Syntax Error: ".
  package var message: String
  package var start: Int
  package var end: Int
}
