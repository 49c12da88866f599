/// What ends a child or a fuzzer, with the reason.
package struct Failure: Error, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
