import Foundation
import Testing

@testable import ApusClient

@Suite(.timeLimit(.minutes(5))) struct StreamedResponseTests {
  /// HTTP libraries also report empty pieces. A reader waits for bytes.
  @Test func emptyPiecesWakeNoReader() async throws {
    let response = StreamedResponse(resume: {}, cancel: {})
    let reader = Task { try await response.next() }
    // The reader waits by the time of most of these.
    for _ in 0..<1000 {
      response.receive(UnsafeRawBufferPointer(start: nil, count: 0))
      await Task.yield()
    }
    "a".utf8CString.withUnsafeBytes { response.receive(UnsafeRawBufferPointer(rebasing: $0[..<1])) }
    #expect(try await reader.value == Data("a".utf8))
    response.finish(.success(()))
    #expect(try await response.next() == nil)
  }
}
