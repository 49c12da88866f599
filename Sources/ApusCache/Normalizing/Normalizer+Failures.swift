/// What errors say of fields that are not kept because of them.
extension Normalizer {
  /// A field that failed: the fields on the way to it from the object at hand, and what its error says.
  struct Failure {
    var path: [UInt32]
    var message: String
  }

  /// Looks whether the field whose value was just read failed. What failed within its objects is a part of it, or of the object at hand.
  ///
  /// - Parameters:
  ///   - start: where the value stands.
  ///   - mark: how many failures there were before it.
  @inline(never) mutating func hasFailed(_ field: UInt32, _ start: Int, _ mark: Int) -> Bool {
    if hasError || errors[start] != nil {
      let message = errors[start] ?? listMessage
      hasError = false
      failures.removeSubrange(mark...)
      failures.append(Failure(path: [field], message: message))
      return true
    }
    for index in mark..<failures.count { failures[index].path.insert(field, at: 0) }
    return false
  }

  /// Looks whether a leaf failed; a list of leaves may have the null within.
  @inline(never) mutating func hasFailed(_ field: UInt32, _ range: Range<Int>) -> Bool {
    guard let error = errors.first(where: { range.contains($0.key) }) else { return false }
    failures.append(Failure(path: [field], message: error.value))
    return true
  }

  /// Gives the failures since `mark` to the record of their object.
  @inline(never) mutating func giveFailures(to record: UInt32, _ mark: Int) {
    for failure in failures[mark...] { records.noteFailure(record, failure.path, failure.message) }
    failures.removeSubrange(mark...)
  }

  /// Gives each failure to the record of its field at the root.
  mutating func giveRootFailures(_ type: String) {
    for failure in failures {
      guard let field = failure.path.first else { continue }
      records.noteFailure(
        records.id(CacheRoot.key(type, plan.name(of: field))), failure.path, failure.message)
    }
    failures = []
  }
}
