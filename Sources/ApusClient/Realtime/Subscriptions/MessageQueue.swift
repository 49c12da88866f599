import Foundation

/// Messages that wait to be taken, the oldest first.
struct MessageQueue: Sendable {
  private var messages: [Data] = []
  /// How many of `messages` were taken: to move the others up for each would cost as much as they are.
  private var takenCount = 0
  /// How many bytes the messages have.
  private(set) var byteCount = 0

  var count: Int { messages.count - takenCount }
  var isEmpty: Bool { count == 0 }

  mutating func append(_ message: Data) {
    messages.append(message)
    byteCount += message.count
  }

  /// Takes the oldest message out; nil when there is none.
  mutating func popFirst() -> Data? {
    guard !isEmpty else { return nil }
    let message = messages[takenCount]
    messages[takenCount] = Data()
    takenCount += 1
    byteCount -= message.count
    if isEmpty {
      // What a burst needed is not kept for a subscription that waits.
      messages.removeAll(keepingCapacity: takenCount <= 64)
      takenCount = 0
    } else if takenCount >= 256, takenCount >= count {
      messages.removeFirst(takenCount)
      takenCount = 0
    }
    return message
  }
}
