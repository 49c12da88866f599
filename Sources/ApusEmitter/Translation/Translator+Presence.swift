import ApusIR
import ApusSchema
import ApusSyntax

/// How emitted code tells that an object has what variables decide on.
extension Translator {
  /// `r.has("title")`, or by the variables that the response shows.
  func presence(of field: Field, _ key: String) -> Code {
    guard case .when(let condition) = field.presence else { return Code("r.has(\(literal(key)))") }
    return .call(
      "r.has",
      [
        Code(literal(key)), Code("when: " + text(of: condition)),
        Code("unless: " + literal(Markers.absenceKey(key))),
      ])
  }

  /// The member that an object has which was written with an optional property for a fragment.
  private func presenceKey(of fragment: ConditionalFragment) -> String {
    literal(
      fragment.part == nil ? Markers.fragmentKey(fragment.name) : Markers.optionalPartKey(fragment.name))
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

  /// `r.fragmentOrNil("__hasAlbumCard", when: r.shows("__if_x"))`, or
  /// `r.deferred("__part_AlbumCard", failed: "__failed_AlbumCard", noted: "__failed_.AlbumCard")`
  func reading(of fragment: ConditionalFragment) -> Code {
    let marker = Code(presenceKey(of: fragment))
    let asked = fragment.isOptional ? [marker, Code("when: " + text(of: fragment.condition))] : [marker]
    guard let part = fragment.part else {
      return .call(fragment.isOptional ? "r.fragmentOrNil" : "r.fragment", asked)
    }
    let keys = part.failures.map(literal)
    let list = keys.joined(separator: ", ")
    let failed = Code("failed: " + (keys.count == 1 ? list : "[\(list)]"))
    let note = Code("noted: " + literal(part.note))
    let reading = Code.call("r.deferred", [Code(literal(part.marker)), failed, note])
    return fragment.isOptional ? .optional(.call("r.has", asked), reading) : reading
  }

  /// Writes the member or members of a fragment.
  func write(_ fragment: ConditionalFragment, in text: inout SwiftText) {
    let escaped = SwiftNames.escape(fragment.swiftName)
    let name = Translator.isHidden(fragment.swiftName) ? "self." + escaped : escaped
    let marker = Code(presenceKey(of: fragment))
    guard let part = fragment.part else {
      let function = fragment.isOptional ? "w.fragmentOrNil" : "w.fragment"
      return text.line(.call(function, [marker, Code(name)]))
    }
    let keys = [Code(literal(part.marker)), Code("noted: " + literal(part.note))]
    guard fragment.isOptional else { return text.line(.call("w.deferred", [Code(name)] + keys)) }
    text.open("if let value = " + name)
    text.line(.call("w.note", [marker]))
    text.line(.call("w.deferred", [Code("value")] + keys))
    text.close()
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
      return "r.shows(\(literal(program.markers.variable(name, isTrue: asked.isTrue))))"
    case .type(let type):
      let isNot = asked.isTrue ? "" : "!"
      if options.sendsTypeMarkers, schema.types[Int(type)].isAbstract {
        return "\(isNot)r.has(\(literal(program.markers.type(type))))"
      }
      let known = (0..<schema.objectTypeCount).map { schema.objectTypes[$0] }
        .filter { schema.isSubset($0, of: type) }
      return "\(isNot)r.isOf(\(known.map { literal(schema.name($0)) }.joined(separator: ", ")))"
    }
  }
}
