import Testing

@testable import ApusCache

@Suite(.timeLimit(.minutes(15))) struct RecordPredictionTests {
  /// Adds the keys in order, then names the second list.
  ///
  /// - Returns: the number of correct predictions.
  private func predicted(_ first: [String], then second: [String]) -> Int {
    let keys = Interner()
    for key in first where find(key, keys) == nil { _ = withBytes(key) { keys.add($0) } }
    var prediction = RecordPrediction()
    var hits = 0
    for key in second {
      let expected = find(key, keys)
      if let id = withBytes(key, { prediction.find($0, keys) }) {
        #expect(id == expected)
        hits += 1
      } else if let expected {
        prediction.note(expected)
      }
    }
    return hits
  }

  private func find(_ key: String, _ keys: Interner) -> UInt32? { withBytes(key) { keys.find($0) } }

  private func withBytes<Result>(_ text: String, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var text = text
    return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }

  @Test func `follows a response that comes again`() {
    let keys = (0..<50).map { "Album:\($0)" }
    #expect(predicted(keys, then: keys) == 50)
  }

  /// Every album names the same artist: looking that up must not break the prediction of albums.
  @Test func `keeps its place where an object is named often`() {
    let keys = ["Artist:1", "Artist:2"] + (0..<50).flatMap { ["Album:\($0)", "Artist:1"] }
    #expect(predicted(keys, then: keys) >= 52)
  }

  @Test func `finds its place in the middle`() {
    let keys = (0..<50).map { "Album:\($0)" }
    #expect(predicted(keys, then: Array(keys[20...])) == 29)
  }

  @Test func `predicts nothing that is not there`() {
    let keys = (0..<5).map { "Album:\($0)" }
    #expect(predicted(keys, then: ["Album:7", "", "Album:", "Album:00", "album:0"]) == 0)
    #expect(predicted([], then: keys) == 0)
  }
}
