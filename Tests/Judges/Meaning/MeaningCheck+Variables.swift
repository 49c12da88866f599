import ApusShapes
import ApusSwiftModel

/// What is read of a response whose variables are not known.
extension MeaningCheck {
  /// Whether each property that ought to be there is.
  ///
  /// A field under a condition may be there for another selection's sake, which asks for other things within it: then something within
  /// is missing. The error names it, or a fragment that has the field is taken for absent.
  func checkWithoutVariables(_ read: ProgramReader.Read) throws {
    let loose: ProgramReader.Read
    do {
      loose = try reader.withoutVariables.read(read.type, read.object)
    } catch is ProgramReader.Missing {
      return
    } catch let failure as ProgramReader.Failure {
      throw Difference(message: "cannot be read without variables: \(failure.message)")
    }
    try compare(read, loose)
  }

  private func compare(_ exact: ProgramReader.Read, _ loose: ProgramReader.Read) throws {
    if exact.chosen?.index != loose.chosen?.index {
      throw Difference(message: "\(exact.type.path) is another case without variables")
    }
    let (one, two) = (exact.payload, loose.payload)
    for (index, property) in one.type.properties.enumerated() {
      if !covers(two.fields[index], one.fields[index]) {
        throw Difference(message: "\(one.type.path).\(property.swiftName) is lost without variables")
      }
    }
    for (index, fragment) in one.type.fragmentProperties.enumerated() {
      guard let value = one.fragments[index].value else { continue }
      if let other = two.fragments[index].value {
        try compare(value, other)
      } else if !reader.write(value).withFragmentsMerged.members.isEmpty, !asksWithin(value.type) {
        throw Difference(message: "\(one.type.path).\(fragment.swiftName) is lost without variables")
      }
    }
  }

  /// Whether a type, or one within, has an object under a condition.
  private func asksWithin(_ type: ResponseType) -> Bool {
    type.cases.contains { asksWithin($0.payload) }
      || type.properties.contains { property in
        guard let inner = property.object, !inner.isUnion else { return false }
        return property.field.isConditional || asksWithin(inner)
      }
      || type.fragmentProperties.contains { fragment in
        reader.ownType(of: fragment, in: type).map(asksWithin) ?? false
      }
  }

  private func covers(_ loose: ProgramReader.ReadValue?, _ exact: ProgramReader.ReadValue?) -> Bool {
    switch (loose, exact) {
    case (_, nil), (.null?, .null?), (.failure?, .failure?): true
    case (.text(let one)?, .text(let two)?): one == two
    case (.list(let one)?, .list(let two)?): one.elementsEqual(two) { covers($0, $1) }
    case (.object(let one)?, .object(let two)?): (try? compare(two, one)) != nil
    default: false
    }
  }
}
