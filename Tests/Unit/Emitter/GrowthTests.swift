import ApusSwiftModel
import Testing

@testable import ApusEmitter

/// The emitted Swift grows with type conditions and fragments, not with their product.
@Suite(.timeLimit(.minutes(15))) struct GrowthTests {
  /// A fragment with conditions on `count` interfaces and one more that all types have, under fragments that add a field each.
  private func size(_ count: Int, fragments: Int) -> Int {
    let types = (0..<count).map {
      """
      interface I\($0) { f\($0): Int }
      type T\($0) implements Booking & I\($0) & J { id: ID! j: Int f\($0): Int }
      """
    }
    let parts = (0..<count).map { "fragment Part\($0) on I\($0) { f\($0) }" }
    let wrappers = (0..<fragments).map { "fragment Wrapper\($0) on Booking { a\($0): id ...Details }" }
    let document = """
      query Q { booking { \((0..<fragments).map { "...Wrapper\($0) " }.joined())} }
      \(wrappers.joined(separator: "\n"))
      fragment Details on Booking { __typename ...PartJ \((0..<count).map { "...Part\($0) " }.joined())}
      fragment PartJ on J { j }
      \(parts.joined(separator: "\n"))
      """
    let schema = """
      type Query { booking: Booking } interface Booking { id: ID! } interface J { j: Int }
      \(types.joined(separator: "\n"))
      """
    return Emitter(document, schema: schema, GenerationOptions()).document(0).utf8.count
  }

  @Test func `eight conditions below two fragments are thirty kilobytes`() {
    #expect(size(7, fragments: 2) < 31_000)
  }

  @Test func `twice as many conditions and fragments are twice as much`() {
    let sizes = [12, 24, 48].map { size($0, fragments: $0) }
    for (smaller, larger) in zip(sizes, sizes.dropFirst()) {
      #expect(larger * 10 < smaller * 23, "\(sizes)")
    }
  }
}
