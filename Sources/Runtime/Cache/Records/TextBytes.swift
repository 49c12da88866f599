/// A text that is compared and hashed by its bytes.
///
/// Swift considers strings equal that are different arguments to the server, and hashes an array element by element.
struct TextBytes: Hashable, Sendable {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}
