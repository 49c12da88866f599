/// Records the error messages of fields that failed and are therefore not cached.
extension Normalizer {
  /// A failed field: the path of fields from the current object, and the error's message.
  struct Failure {
    var path: [UInt32]
    var message: String
  }

  /// Checks whether the field just read failed. Failures inside its objects without a key belong to the current object.
  ///
  /// - Parameters:
  ///   - start: the value's offset.
  ///   - mark: the number of failures before it.
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

  /// Checks whether a leaf failed; in a list of leaves, nulls may be inside. As in a list of objects, the last one's message counts.
  @inline(never) mutating func hasFailed(_ field: UInt32, _ range: Range<Int>) -> Bool {
    guard let last = errors.keys.filter(range.contains).max(), let message = errors[last] else {
      return false
    }
    failures.append(Failure(path: [field], message: message))
    return true
  }

  /// Moves the failures from `mark` on to the record of their object.
  @inline(never) mutating func giveFailures(to record: UInt32, _ mark: Int) {
    for failure in failures[mark...] { records.noteFailure(record, failure.path, failure.message) }
    failures.removeSubrange(mark...)
  }

  /// Moves each failure to the record of its root field.
  mutating func giveRootFailures() {
    for failure in failures {
      guard let field = failure.path.first else { continue }
      records.noteFailure(records.id(plan.rootKey(of: field)), failure.path, failure.message)
    }
    failures = []
  }
}
