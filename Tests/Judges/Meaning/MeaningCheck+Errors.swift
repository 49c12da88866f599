import ApusShapes
import ApusSyntax

/// What `@catch` says of errors, written down plainly (https://specs.apollo.dev/nullability/v0.4).
extension MeaningCheck {
  /// The policy that all selections of a field agree on: NULL, RESULT or THROW; nil without `@catch`.
  func policy(_ fields: [NodeID]) -> String? {
    let tree = collector.tree
    for field in fields {
      for directive in tree.children(field, .directive) where tree.name(directive) == "catch" {
        return tree.child(directive, .argument).flatMap(tree.value).map(tree.name)
      }
    }
    return nil
  }

  /// Whether any field of the document throws its errors.
  var throwsSomewhere: Bool {
    let tree = collector.tree
    return (0..<tree.count).contains { tree.kind($0) == .field && policy([$0]) == "THROW" }
  }

  /// Whether a field may catch errors that are thrown within it. Of two types that read one object, one may have the field that throws and the
  /// other not: what we encode has both the value and what was caught, and is read as another value.
  var hasCaughtErrors: Bool {
    let tree = collector.tree
    return throwsSomewhere
      && (0..<tree.count).contains { tree.kind($0) == .field && ["RESULT", "NULL"].contains(policy([$0])) }
  }

  /// Whether errors that are thrown within a value made it nil.
  ///
  /// - Throws: ``Difference`` if they should have, or should not have.
  func isCaught(
    _ value: ProgramReader.ReadValue, _ original: MeaningValue?, _ fields: [NodeID], _ path: String
  ) throws -> Bool {
    switch original {
    case .object?, .list?: break
    default: return false
    }
    guard policy(fields) == "NULL" || policy(fields) == "RESULT", let original else { return false }
    switch value {
    case .null, .failure:
      // The case of a later type may lack the field that throws.
      if holdsLaterType(original) { return true }
      if throwsErrors(original, fields) { return true }
      // What the object's own type selects within the field may have thrown: the view has the field as the object does.
      if isView, throwsSomewhere { return true }
      throw Difference(message: "\(path) is nil though nothing is thrown within it")
    default:
      let isLater = holdsLaterType(original)
      // A part that has not come throws nothing.
      if !isLater, !isIncremental, throwsErrors(original, fields) {
        throw Difference(message: "\(path) is there though errors are thrown within it")
      }
      return false
    }
  }

  /// Whether errors are thrown out of an object.
  func throwsErrors(_ object: MeaningObject, _ sets: [NodeID]) -> Bool {
    var collector = collector
    collector.entersDeferred = true
    return collector.collect(sets, object.type).groups.contains { group in
      guard let value = object[group.key] else { return false }
      let policy = policy(group.fields)
      if value == .failed { return policy == "THROW" }
      if policy == "RESULT" || policy == "NULL" { return false }
      return throwsErrors(value, group.fields)
    }
  }

  /// Whether errors are thrown within a field's value.
  func throwsErrors(_ value: MeaningValue, _ fields: [NodeID]) -> Bool {
    switch value {
    case .null, .failed, .text: false
    case .list(let elements): elements.contains { throwsErrors($0, fields) }
    case .object(let object):
      throwsErrors(object, fields.compactMap { collector.tree.child($0, .selectionSet) })
    }
  }
}
