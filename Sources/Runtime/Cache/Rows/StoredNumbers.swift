/// Storage ids by memory id.
///
/// A storage id is never reused: other rows may still refer to a removed one.
struct StoredNumbers {
  private var numbers: [UInt32] = []
  private var next: UInt32 = 1
  /// Whether others assign ids as well: nobody else knows of one before a row with it is committed.
  private let isShared: Bool
  /// The memory ids whose storage ids were assigned since the last commit of a shared storage.
  private var assigned: [UInt32] = []

  init(isShared: Bool = false) { self.isShared = isShared }

  /// The id assigned before; nil if none was.
  func known(_ id: UInt32) -> UInt32? {
    guard Int(id) < numbers.count, numbers[Int(id)] != 0 else { return nil }
    return numbers[Int(id)]
  }

  /// Assigns an id if there is none; nil if all are used up.
  mutating func number(_ id: UInt32) -> UInt32? {
    if let known = known(id) { return known }
    guard next < UInt32.max else { return nil }
    set(id, next)
    if isShared { assigned.append(id) }
    return known(id)
  }

  /// Notes that what was assigned so far is committed.
  mutating func keepAssigned() { if isShared { assigned = [] } }

  /// Forgets what was assigned since the last commit: others may assign the same ids.
  mutating func withdrawAssigned() {
    for id in assigned {
      if let number = known(id) { next = min(next, number) }
      forget(id)
    }
    assigned = []
  }

  /// Takes back the id of a record that gets no row in a shared storage: others may assign the same id.
  mutating func withdraw(_ id: UInt32) { if isShared { forget(id) } }

  /// Forgets an id whose row is gone.
  mutating func forget(_ id: UInt32) { if Int(id) < numbers.count { numbers[Int(id)] = 0 } }

  /// Notes an id that the storage already uses.
  mutating func set(_ id: UInt32, _ number: UInt32) {
    if Int(id) >= numbers.count {
      numbers.append(
        contentsOf: repeatElement(0, count: max(Int(id) + 1 - numbers.count, numbers.count)))
    }
    numbers[Int(id)] = number
    if number >= next { next = number == UInt32.max ? number : number + 1 }
  }
}
