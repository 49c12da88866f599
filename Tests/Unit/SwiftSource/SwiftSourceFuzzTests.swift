import ApusSource
import Testing

@testable import ApusSwiftSource

/// Random Swift: every document is found, nothing else is, and every place is right.
@Suite(.timeLimit(.minutes(15))) struct SwiftSourceFuzzTests {
  @Test func `finds the documents of random files and nothing else`() {
    for seed in 0..<3000 {
      var file = RandomSwift(seed: UInt64(seed))
      file.add(declarations: 8, depth: 0)
      let found = FoundDocuments(file.text)
      #expect(found.errors == [], "seed \(seed)")
      #expect(found.texts == file.documents, "seed \(seed)")
      if found.texts != file.documents { return }
      for document in found.documents { expectPlaces(document, file.text, seed) }
    }
  }

  /// Each byte of a text is at its place, or in the place of an escape.
  private func expectPlaces(_ document: SourceFile, _ text: String, _ seed: Int) {
    guard let origin = document.origin else {
      Issue.record("seed \(seed): the document has no place")
      return
    }
    var last = -1
    for offset in 0..<document.count {
      let place = origin.offset(at: offset)
      #expect(place >= last, "seed \(seed)")
      last = place
      let byte = origin.file.bytes[place]
      let isEscape = byte == UInt8(ascii: "\\")
      // A line end may have been CR LF.
      let isLineEnd = document.bytes[offset] == 0x0A && byte == 0x0D
      #expect(byte == document.bytes[offset] || isEscape || isLineEnd, "seed \(seed), offset \(offset)")
      if !isEscape { #expect(origin.textOffset(at: place) == offset, "seed \(seed), offset \(offset)") }
    }
  }

  @Test func `broken files end, and their places are in the file`() {
    for seed in 0..<3000 {
      var file = RandomSwift(seed: UInt64(seed))
      file.add(declarations: 4, depth: 0)
      // Every other file also has mentions in all places of the grammar.
      var bytes = Array((file.text + (seed % 2 == 0 ? "" : RandomMentions(seed: UInt64(seed)).text)).utf8)
      for _ in 0..<Int.random(in: 1...4, using: &file.random) where !bytes.isEmpty {
        let index = Int.random(in: bytes.indices, using: &file.random)
        switch Int.random(in: 0..<4, using: &file.random) {
        case 0: bytes.removeSubrange(index...)
        case 1: bytes.remove(at: index)
        case 2:
          bytes.insert("\"\\#/`({[<>]})=,.:?\n\r\0é".utf8.randomElement(using: &file.random) ?? 0, at: index)
        default: bytes[index] = UInt8.random(in: 0...255, using: &file.random)
        }
      }
      let found = FoundDocuments(bytes: bytes)
      for document in found.documents {
        let end = document.position(at: document.count)
        #expect(end.line >= document.position(at: 0).line, "seed \(seed)")
        #expect(document.origin.map { $0.offset(at: document.count) <= bytes.count } == true, "seed \(seed)")
      }
      for range in found.diagnostics.flatMap(\.ranges) {
        #expect(range.start <= range.end && range.end <= bytes.count, "seed \(seed)")
      }
    }
  }
}
