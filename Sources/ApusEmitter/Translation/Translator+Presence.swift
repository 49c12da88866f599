import ApusIR
import ApusSchema
import ApusSyntax

/// How emitted code tells that an object has what variables decide on.
extension Translator {
  /// `r.has("title")`, or by the variables that the response shows.
  func presence(of field: Field, _ key: String, in type: DeclaredType) -> Code {
    guard case .when(let condition) = field.presence else { return Code("r.has(\(literal(key)))") }
    return .call(
      "r.has",
      [
        Code(literal(key)), Code("when: " + text(of: condition)),
        Code("unless: " + literal(Markers.absenceKey(key, in: type.markerScope))),
      ])
  }

  /// `r.has("__hasCard", when: r.shows("__if_x"))`
  func presence(of fragment: ConditionalFragment, in type: DeclaredType) -> Code {
    let marker = literal(presenceKey(of: fragment, in: type))
    return .call("r.has", [Code(marker), Code("when: " + text(of: fragment.condition))])
  }

  /// The member that an object has which was written with an optional property for a fragment.
  private func presenceKey(of fragment: ConditionalFragment, in type: DeclaredType) -> String {
    fragment.part == nil
      ? Markers.fragmentKey(fragment.name, in: type.markerScope)
      : Markers.optionalPartKey(fragment.name, in: type.markerScope)
  }

  /// The type of a fragment's property.
  ///
  /// - Parameter type: the type in which it is written, when it is its own.
  func typeName(of fragment: ConditionalFragment, in type: DeclaredType? = nil) -> String {
    let member = type?.members.first { $0.type.path == fragment.typeName }
    var name = member?.name ?? global(fragment.typeName)
    if fragment.part != nil { name = "\(known.deferred)<\(name)>" }
    return name + (fragment.isOptional ? "?" : "")
  }

  /// What an initializer takes where the caller gives nothing for a fragment.
  func defaultValue(of fragment: ConditionalFragment) -> String {
    if fragment.isOptional { return " = nil" }
    return fragment.part == nil ? "" : " = .pending"
  }

  /// `AlbumCardData(reading: &r)`, or `r.deferred("__part_AlbumCard", failed: "__failed_AlbumCard")`
  func reading(of fragment: ConditionalFragment) -> Code {
    guard let part = fragment.part else {
      return .call(global(fragment.typeName), [Code("reading: &r")])
    }
    let keys = part.failures.map(literal)
    let list = keys.joined(separator: ", ")
    let failed = Code("failed: " + (keys.count == 1 ? list : "[\(list)]"))
    return .call("r.deferred", [Code(literal(part.marker)), failed])
  }

  /// Writes the member or members of a fragment.
  func write(_ fragment: ConditionalFragment, of type: DeclaredType, in text: inout SwiftText) {
    let escaped = SwiftNames.escape(fragment.swiftName)
    let name = Translator.isHidden(fragment.swiftName) ? "self." + escaped : escaped
    guard fragment.isOptional else { return text.line(writing(name, of: fragment)) }
    text.open("if let value = " + name)
    text.line(.call("w.bool", [Code(literal(presenceKey(of: fragment, in: type))), Code("true")]))
    text.line(writing("value", of: fragment))
    text.close()
  }

  private func writing(_ value: String, of fragment: ConditionalFragment) -> Code {
    guard let part = fragment.part, let failure = part.failures.first else {
      return Code("w.merge(\(value))")
    }
    return .call(
      "w.deferred", [Code(value), Code(literal(part.marker)), Code("failed: " + literal(failure))])
  }

  /// `r.shows("__if_x") && r.shows("__unless_y") || r.shows("__if_z")`
  private func text(of condition: Guard) -> String {
    program.guards.alternatives(condition).map { literals in
      literals.map(text).joined(separator: " && ")
    }.joined(separator: " || ")
  }

  private func text(_ asked: GuardLiteral) -> String {
    switch asked.atom {
    case .variable(let name):
      let name = tree.names.string(name)
      return "r.shows(\(literal(asked.isTrue ? Markers.trueKey(name) : Markers.falseKey(name))))"
    case .type(let type):
      let isNot = asked.isTrue ? "" : "!"
      if options.sendsTypeMarkers, schema.types[Int(type)].isAbstract {
        return "\(isNot)r.has(\(literal(Markers.typeKey(schema.name(type)))))"
      }
      let known = (0..<schema.objectTypeCount).map { schema.objectTypes[$0] }
        .filter { schema.isSubset($0, of: type) }
      return "\(isNot)r.isOf(\(known.map { literal(schema.name($0)) }.joined(separator: ", ")))"
    }
  }
}
