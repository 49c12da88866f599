/// Assigns names that are unique within a scope.
struct NameScope {
  /// The names in the enclosing scopes, which many scopes share.
  private let outer: TakenNames
  private var taken: TakenNames

  init(outer: TakenNames = TakenNames(), taken: TakenNames = TakenNames()) {
    self.outer = outer
    self.taken = taken
  }

  func isFree(_ name: String) -> Bool { !taken.contains(name) && !outer.contains(name) }

  mutating func reserve(_ name: String) { taken.insert(name) }

  /// `name` if it is free; otherwise the first free name made of `name`, `suffix` and a number. A name in `reserved` is only free if it is in `own`.
  mutating func claim(
    _ name: String, suffix: String, avoiding reserved: Set<String> = [], except own: [String] = []
  ) -> String {
    var candidate = name
    var number = 1
    while !isFree(candidate) || reserved.contains(candidate) && !own.contains(candidate) {
      candidate = name + suffix + (number == 1 ? "" : String(number))
      number += 1
    }
    taken.insertNew(candidate)
    return candidate
  }
}
