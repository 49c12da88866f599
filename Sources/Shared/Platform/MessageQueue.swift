/// A queue of messages.
package struct MessageQueue: Sendable {
  private var messages: [Data] = []
  /// The number of `messages` that were taken. Moving the others forward each time would take time in proportion to their number.
  private var takenCount = 0
  /// The total size of the messages.
  package private(set) var byteCount = 0

  package init() {}

  package var count: Int { messages.count - takenCount }
  package var isEmpty: Bool { count == 0 }

  package mutating func append(_ message: Data) {
    messages.append(message)
    byteCount += message.count
  }

  /// Removes and returns the oldest message; nil if there is none.
  package mutating func popFirst() -> Data? {
    guard !isEmpty else { return nil }
    let message = messages[takenCount]
    messages[takenCount] = Data()
    takenCount += 1
    byteCount -= message.count
    if isEmpty {
      // A waiting subscription does not keep the memory that a burst needed.
      messages.removeAll(keepingCapacity: takenCount <= 64)
      takenCount = 0
    } else if takenCount >= 256, takenCount >= count {
      messages.removeFirst(takenCount)
      takenCount = 0
    }
    return message
  }
}
