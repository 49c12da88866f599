import ApusSchema
import ApusSyntax

/// Groups the selections of an object by response key, in the order in which keys first occur (CollectFields, section 6.3.2). Groups and occurrences
/// are numbers.
struct FieldGroups {
  private var numbers: GenerationMap
  /// The first and last occurrence of each group.
  private var ends: [(first: Int, last: Int)] = []
  /// The next occurrence of the same group after each occurrence, or -1.
  private var next: [Int] = []

  init(nameCount: Int) { numbers = GenerationMap(count: nameCount) }

  /// The number of groups.
  var count: Int { ends.count }

  mutating func removeAll() {
    numbers.forgetAll()
    ends.removeAll(keepingCapacity: true)
    next.removeAll(keepingCapacity: true)
  }

  /// Adds an occurrence. Occurrences are added in ascending order.
  mutating func add(_ occurrence: Int, _ key: NameID) {
    while next.count <= occurrence { next.append(-1) }
    let group = numbers.number(of: Int(key))
    if group < 0 {
      numbers.set(Int(key), to: ends.count)
      ends.append((occurrence, occurrence))
    } else {
      next[ends[group].last] = occurrence
      ends[group].last = occurrence
    }
  }

  func first(of group: Int) -> Int { ends[group].first }

  func hasOne(_ group: Int) -> Bool { ends[group].first == ends[group].last }

  /// The occurrences of a group, in order.
  func members(of group: Int) -> [Int] {
    var members: [Int] = []
    var member = ends[group].first
    while member >= 0 {
      members.append(member)
      member = next[member]
    }
    return members
  }
}
