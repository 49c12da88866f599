import Apus
import Foundation
import Testing

/// Whatever depth is asked for, nothing overflows the stack of a thread, which has 512 KiB on Apple systems.
@Suite(.timeLimit(.minutes(15))) struct DepthTests {
  /// Runs a body on a thread of the smallest stack that threads commonly have.
  private func onSmallStack(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        body()
        continuation.resume()
      }
      thread.stackSize = 512 * 1024
      thread.start()
    }
  }

  @Test(arguments: [("[", "]"), (#"{"a":"#, "}")])
  func `a member that nobody selected nests no deeper than others`(open: String, close: String) {
    func json(_ depth: Int) -> String {
      #"{"unknown":"# + String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
        + #","s":"a"}"#
    }
    #expect(throws: Never.self) { try StrictJSONTests.Text(json: json(99), maximumDepth: 100) }
    let error = #expect(throws: GraphQLDecodingError.self) {
      try StrictJSONTests.Text(json: json(100), maximumDepth: 100)
    }
    #expect(error?.kind == .tooDeep)
  }

  @Test(arguments: [("[", "]"), (#"{"a":"#, "}")])
  func `any value`(open: String, close: String) async {
    func nested(_ depth: Int) -> String {
      String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    }
    let (deepest, tooDeep) = (nested(512), nested(513))
    let endless = String(repeating: open, count: 1_000_000)
    await onSmallStack {
      let value = try? GraphQLValue(json: deepest, maximumDepth: .max)
      #expect(value != nil)
      #expect(value == (try? GraphQLValue(json: deepest)))
      #expect(value?.hashValue == (try? GraphQLValue(json: deepest))?.hashValue)
      #expect((try? value?.json()) == Array(deepest.utf8))
      for json in [tooDeep, endless] {
        let error = #expect(throws: GraphQLDecodingError.self) {
          try GraphQLValue(json: json, maximumDepth: .max)
        }
        #expect(error?.kind == .tooDeep)
      }
      #expect(throws: GraphQLDecodingError.self) { try GraphQLValue(json: "[1]", maximumDepth: 0) }
      #expect(throws: GraphQLDecodingError.self) { try GraphQLValue(json: "[1]", maximumDepth: .min) }
    }
  }
}
