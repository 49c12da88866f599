import ApusSwiftModel
import Testing

@testable import ApusDriver

@Suite(.timeLimit(.minutes(15))) struct FingerprintTests {
  @Test func `every byte counts`() {
    var known = Set([text(of: [])])
    for length in 1...40 {
      let zeros = [UInt8](repeating: 0, count: length)
      #expect(known.insert(text(of: zeros)).inserted)
      for index in 0..<length {
        for bit in 0..<8 {
          var bytes = zeros
          bytes[index] = 1 << bit
          #expect(known.insert(text(of: bytes)).inserted, "bit \(bit) of byte \(index) of \(length)")
        }
      }
    }
  }

  @Test func `where bytes stand in memory does not`() {
    let bytes = (0..<50).map { UInt8($0 * 5 & 0xFF) }
    let wanted = text(of: bytes)
    for offset in 0..<8 {
      let shifted = [UInt8](repeating: 7, count: offset) + bytes
      shifted.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        var fingerprint = Fingerprint()
        fingerprint.add(base + offset, count: bytes.count)
        #expect(fingerprint.text == wanted)
      }
    }
  }

  @Test func `texts end where they end`() {
    #expect(text(of: "ab", "c") != text(of: "a", "bc"))
    #expect(text(of: "ab", "") != text(of: "ab"))
    #expect(text(of: "a", "b") != text(of: "b", "a"))
    #expect(text(of: "a", "b").utf8.count == 32)
  }

  @Test func `reflects every property`() {
    var variants = [Configuration()]
    func vary(_ change: (inout Configuration) -> Void) {
      var configuration = Configuration()
      change(&configuration)
      variants.append(configuration)
    }
    vary { $0.severities.rules["a"] = .ignore }
    vary { $0.severities.rules["a"] = .error }
    vary { $0.severities.rules["b"] = .ignore }
    vary { $0.schemas = ["a"] }
    vary { $0.generation.accessLevel = .public }
    vary { $0.generation.namespace = "" }
    vary { $0.generation.namespace = "A" }
    vary { $0.generation.emitsInitializers = true }
    vary { $0.generation.emitsInitializers = false }
    vary { $0.generation.operationIDs = [:] }
    vary { $0.generation.operationIDs = ["a": "b"] }
    vary { $0.generation.operationIDs = ["b": "a"] }
    vary { $0.generation.scalars["A"] = .init(type: "B") }
    vary { $0.generation.scalars["A"] = .init(type: "B", codec: "C") }
    vary { $0.generation.scalars["A"] = .init(type: "B", imports: ["C"]) }
    vary { $0.generation.conformances = ["*": ["A", "B"]] }
    vary { $0.generation.conformances = ["*": ["B", "A"]] }
    #expect(Set(variants.map(reflected)).count == variants.count)
  }

  private enum Choice { case one(Int), two(Int) }

  @Test func `cases with the same value differ`() {
    #expect(reflected(Choice.one(1)) != reflected(Choice.two(1)))
  }

  @Test func `the order of a dictionary does not count`() {
    let names = (0..<100).map { "name\($0)" }
    var one: [String: String] = [:]
    var other: [String: String] = Dictionary(minimumCapacity: 1000)
    for name in names { one[name] = name + "a" }
    for name in names.reversed() { other[name] = name + "a" }
    #expect(reflected(one) == reflected(other))
    other["name7"] = "a"
    #expect(reflected(one) != reflected(other))
  }

  private func reflected(_ value: Any) -> String {
    var fingerprint = Fingerprint()
    fingerprint.add(reflecting: value)
    return fingerprint.text
  }

  private func text(of bytes: [UInt8]) -> String {
    var fingerprint = Fingerprint()
    bytes.withUnsafeBufferPointer { buffer in
      if let base = buffer.baseAddress { fingerprint.add(base, count: buffer.count) }
    }
    return fingerprint.text
  }

  private func text(of texts: String...) -> String {
    var fingerprint = Fingerprint()
    for text in texts { fingerprint.add(text) }
    return fingerprint.text
  }
}
