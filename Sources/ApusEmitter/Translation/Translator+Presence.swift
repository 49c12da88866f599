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
    let marker = literal(Markers.fragmentKey(fragment.name, in: type.markerScope))
    return .call("r.has", [Code(marker), Code("when: " + text(of: fragment.condition))])
  }

  /// The type of a fragment's property.
  func typeName(of fragment: ConditionalFragment) -> String {
    global(fragment.typeName) + (fragment.isOptional ? "?" : "")
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
