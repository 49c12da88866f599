import ApusShapes
import ApusSwiftModel
import ApusSchema
import ApusSyntax

/// The parts of the generated code that depend on a single property.
final class PropertyCode {
  let swiftName: String
  /// The name of the stored property, in back-ticks if necessary.
  let storedName: String
  /// The argument in `init(_reading:)`: `title: r.stringOrNil("title")`.
  let argument: Code
  /// Only for `__typename`, which is read before the other properties: `r.string("__typename")`. Empty for others.
  let readingText: String
  /// The property as an expression in `_write(to:)`: `title`, or `self.w`, because the writer is called `w`.
  let value: String
  /// The condition under which `_write(to:)` writes a conditional field: `let value = title` or, for a nullable field, `w.writes(title)`; nil if it
  /// is always written.
  let writingCondition: String?
  /// The call in `_write(to:)`: `w.string("title", title)`. After `let value = title`, it is `w.string("title", value)`.
  let writing: Code

  fileprivate let key: NameID
  fileprivate let type: TypeReference
  fileprivate let binding: FieldBindingID
  fileprivate let isConditional: Bool

  fileprivate init(_ property: Property, in type: ResponseType, _ translator: Translator) {
    let field = property.field
    key = field.key
    self.type = field.type
    binding = field.binding
    isConditional = field.isConditional
    swiftName = property.swiftName
    storedName = translator.storedName(property)
    let isHidden = Translator.isHidden(swiftName)
    value = isHidden ? "self." + storedName : storedName
    let swiftType = property.typeName == nil ? translator.program.swiftType(of: field) : nil
    let name = translator.tree.names.string(field.key)
    let object = PropertyCode.objectName(property, in: type, translator)
    let label = SwiftNames.label(swiftName) + ": "
    // If nil can only mean that the conditional field is absent, the property is unwrapped and not written then. Otherwise nil can mean null, too,
    // and the writer decides whether to write it.
    var isAnyValue = false
    if field.type.listDepth == 0, case .anyValue? = swiftType { isAnyValue = true }
    let isUnwrapped = isConditional && (field.type.isNonNull || field.nulls.isResult || isAnyValue)
    let written = isUnwrapped ? "value" : value
    writingCondition = isUnwrapped ? "let value = " + value : isConditional ? "w.writes(\(value))" : nil
    let codec = translator.nullCodec(swiftType, field, object: object)
    if field.nulls.isResult, let codec {
      readingText = ""
      let failed = Code("failed: " + translator.literal(Markers.errorsKey(name)))
      var codecArgument = Code("as: ")
      codecArgument.add(codec)
      codecArgument.add(".self")
      let key = Code(translator.literal(name))
      let reading = PropertyCode.passing(field, .call("r.result", [key, failed, codecArgument]), translator)
      if isConditional {
        argument = translator.conditionalArgument(
          label, name, reading, nil, translator.presence(of: field, name, in: type))
      } else {
        var whole = Code(label)
        whole.add(reading)
        argument = whole
      }
      writing = .call("w.result", [key, Code(written), failed, codecArgument])
    } else {
      let call =
        codec.map { RuntimeCall(method: "scalar", codec: $0) }
        ?? translator.readCall(swiftType, field.type, object: object)
      readingText = translator.isTypename(property) ? call.reading(name).text : ""
      if isConditional {
        argument = translator.conditionalArgument(
          label, name, PropertyCode.passing(field, call.reading(name), translator),
          field.type.isNonNull ? call : nil,
          translator.presence(of: field, name, in: type))
      } else if field.passed.isEmpty {
        argument = call.reading(name, label: label)
      } else {
        var whole = Code(label)
        whole.add(PropertyCode.passing(field, call.reading(name), translator))
        argument = whole
      }
      let writeCall = translator.writeCall(swiftType, field.type, object: object, isUnwrapped: isUnwrapped)
      writing = writeCall.writing(name, written)
    }
  }

  /// The code that reads a field whose selections spread fragments with arguments. It first sets the fragments' variables:
  ///
  /// `r.with(["Card.big": r.isTrue("x")]) { try $0.selection("album") }`
  ///
  /// - Parameter reading: the code without variables, `r.selection("album")`.
  private static func passing(_ field: Field, _ reading: Code, _ translator: Translator) -> Code {
    if field.passed.isEmpty { return reading }
    let values = field.passed.map { passed in
      translator.literal(translator.tree.names.string(passed.name)) + ": " + translator.text(of: passed.value)
    }
    return .closure(
      .list("r.with([", values.map { Code($0) }, "])"), Code("try $0" + reading.text.dropFirst()))
  }

  /// The type of a field's objects as named in the extension with `init(_reading:)`. There, Swift does not find types that an enclosing type
  /// declares, so these need their full names.
  private static func objectName(_ property: Property, in type: ResponseType, _ translator: Translator)
    -> String?
  {
    guard let name = property.typeName, property.field.type.listDepth > 1 || property.field.nulls.usesCodec,
      let object = property.object,
      !type.members.contains(where: { $0.name == name })
    else { return property.typeName }
    return translator.global(object.path)
  }
}

/// Caches the code of properties. A field nearly always has the same name and type wherever it is selected, so it is enough to keep its last code.
final class PropertyTexts {
  private var last: [PropertyCode?]

  init(_ schema: Schema) { last = Array(repeating: nil, count: schema.fieldCount) }

  /// - Parameter type: the type that has the property.
  func text(of property: Property, in type: ResponseType, _ translator: Translator) -> PropertyCode {
    // Read the field in place: to copy it would cost more than to compare its members.
    let index = property.field.definition.index
    // The code for nested lists of objects names the objects' type, which is a different one in each selection.
    let isShared =
      property.isOrdinary && (property.typeName == nil || property.field.type.listDepth < 2)
    // A field can have another type than in the schema if selections on different parent types are merged.
    if isShared, let known = last[index], known.key == property.field.key, known.type == property.field.type,
      known.binding == property.field.binding,
      known.swiftName == property.swiftName
    {
      // The code may have been made for another file, so record its types for this one.
      if property.field.shape == nil { translator.note(translator.program.swiftType(of: property.field)) }
      return known
    }
    let made = PropertyCode(property, in: type, translator)
    if isShared { last[index] = made }
    return made
  }
}
