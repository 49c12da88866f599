/// UTF-8 text that grows. One allocation is written to, since most of a document is names of a few bytes.
struct TextBuffer: ~Copyable {
  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 1024) {
    self.capacity = capacity
    bytes = .allocate(capacity: capacity)
  }

  deinit { bytes.deallocate() }

  /// The text.
  var string: String { String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self) }

  mutating func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    (bytes + count).initialize(to: byte)
    count = count &+ 1
  }

  mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    guard let base = text.baseAddress else { return }
    if capacity - count < text.count { grow(by: text.count) }
    (bytes + count).initialize(from: base, count: text.count)
    count = count &+ text.count
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  private mutating func grow(by count: Int) {
    capacity = max(capacity * 2, self.count + count)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.moveInitialize(from: bytes, count: self.count)
    bytes.deallocate()
    bytes = larger
  }
}
