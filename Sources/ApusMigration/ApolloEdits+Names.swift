import ApusIR
import ApusSchema

/// Names of generated types, and calls of their initializers.
extension ApolloEdits {
  /// A name of generated code with the types nested in it that are named behind it.
  ///
  /// - Returns: whether it is one.
  mutating func name(_ index: Int) -> Bool {
    guard let names else { return false }
    let word = tokens[index].text
    if let operation = names.operations[word] {
      if operation.swiftName != word { replace(index, index, operation.swiftName) }
      if isMark(index + 1, ".") {
        if isWord(index + 2, "Data") { nested(index + 2, .declared(operation.data.type), "Data") }
      } else if isMark(index + 1, "(") {
        arguments(
          index + 1,
          operation.variables.map {
            Argument(
              apollo: names.inputName($0.name), ours: $0.swiftName, presence: $0.presence,
              isEnum: isEnum($0.type))
          })
      }
    } else if let fragment = names.fragments[word] {
      replace(index, index, fragment.swiftName)
      nested(index, .declared(fragment.data.type), fragment.swiftName)
    } else if let type = names.enums[word] {
      if type.swiftName != word { replace(index, index, type.swiftName) }
      renameCase(index, type)
    } else if let type = names.inputs[word] {
      if type.swiftName != word { replace(index, index, type.swiftName) }
      let owner = names.program.schema.name(type.type)
      if isMark(index + 1, "(") {
        arguments(
          index + 1,
          type.fields.map {
            Argument(
              apollo: names.inputName($0.name, of: owner), ours: $0.swiftName, presence: $0.presence,
              isEnum: isEnum($0.type))
          })
      }
    } else if let swift = names.scalars[word] {
      if swift != word { replace(index, index, swift) }
    } else {
      return false
    }
    return true
  }

  mutating func renameCase(_ index: Int, _ type: EnumType) {
    guard let names, isMark(index + 1, "."), let value = token(index + 2) else { return }
    let owner = names.program.schema.name(type.type)
    let found = type.cases.first { names.caseName($0.name, of: owner) == value.text }
    if let found, found.swiftName != value.text {
      replace(index + 2, index + 2, SwiftNames.escape(found.swiftName))
    }
  }

  /// The types named behind the one at `index`, which has the path `path` here.
  mutating func nested(_ index: Int, _ object: ObjectType, _ path: String) {
    var object: ObjectType? = object
    var path = path
    var at = index
    while let type = object, isMark(at + 1, "."), let next = token(at + 2), next.isWord,
      next.text.first?.isUppercase == true
    {
      guard let (childPath, child) = ApolloNames.child(next.text, of: type, path) else {
        leave(at + 2, "no type of that name is here")
        return
      }
      if childPath == path {
        delete(tokens[at + 1].start, next.end)
      } else if !childPath.hasPrefix(path + ".") {
        leave(at + 2, "the type is \(childPath)")
        return
      } else {
        let name = String(childPath.dropFirst(path.count + 1))
        if name != next.text { replace(at + 2, at + 2, name) }
      }
      path = childPath
      object = child
      at += 2
    }
  }

  /// A parameter of an initializer.
  struct Argument {
    var apollo: String
    var ours: String
    var presence: InputPresence
    var isEnum: Bool
  }

  func isEnum(_ type: TypeReference) -> Bool {
    names.map { $0.program.schema.types[Int(type.named)].kind == .enum } ?? false
  }

  /// The arguments of a call of a generated initializer.
  mutating func arguments(_ opening: Int, _ parameters: [Argument]) {
    guard let end = closing(opening) else { return }
    var at = opening + 1
    while at < end {
      var last = at
      while last < end, !isMark(last, ",") {
        let opens = isMark(last, "(") || isMark(last, "[") || isMark(last, "{")
        last = opens ? (closing(last) ?? end) + 1 : last + 1
      }
      if let parameter = parameters.first(where: { isWord(at, $0.apollo) }), isMark(at + 1, ":"),
        at + 2 < last
      {
        if parameter.ours != parameter.apollo { replace(at, at, SwiftNames.escape(parameter.ours)) }
        value(at + 2, last - 1, parameter.presence)
        if parameter.isEnum { unwrap(at + 2, last - 1) }
      }
      at = last + 1
    }
  }

  /// `.init(.jazz)` makes a wrapped enum.
  mutating func unwrap(_ first: Int, _ last: Int) {
    for index in first..<max(first, last - 1) where isMark(index, ".") && isWord(index + 1, "init") {
      guard isMark(index + 2, "("), !isMark(index + 4, ":"), let end = closing(index + 2) else { continue }
      delete(tokens[index].start, tokens[index + 2].end)
      delete(tokens[end].start, tokens[end].end)
    }
  }

  /// An argument that is a `GraphQLNullable` in Apollo.
  mutating func value(_ first: Int, _ last: Int, _ presence: InputPresence) {
    if presence == .required { return }
    let isOptional = presence == .omittable
    if isMark(first, "."), isWord(first + 1, "some"), isMark(first + 2, "("), closing(first + 2) == last {
      if isOptional {
        delete(tokens[first].start, tokens[first + 2].end)
        delete(tokens[last].start, tokens[last].end)
      } else {
        replace(first + 1, first + 1, "value")
      }
    } else if isMark(first, "."), isWord(first + 1, "none"), last == first + 1 {
      replace(first, last, isOptional ? "nil" : ".unset")
    } else if isWord(first, "nil"), first == last {
      if !isOptional { replace(first, last, ".unset") }
    } else if isMark(first, "."), isWord(first + 1, "null"), last == first + 1 {
      if isOptional { leave(first + 1, "null cannot be sent here: nil leaves the value out") }
    } else if last > first + 3, isMark(last - 1, "."), isMark(last - 2, "?"), isMark(last - 3, "?") {
      let isNone = isWord(last, "none")
      guard isNone || isWord(last, "null") else { return }
      if isOptional, isNone {
        delete(tokens[last - 4].end, tokens[last].end)
      } else if isOptional {
        leave(last, "null cannot be sent here: nil leaves the value out")
      } else {
        edits.append(
          SourceEdit(source, tokens[first].start, tokens[first].start, isNone ? ".ifPresent(" : ".init("))
        edits.append(SourceEdit(source, tokens[last - 4].end, tokens[last].end, ")"))
      }
    } else if isOptional, tokens[first].isWord {
      leave(first, "the parameter is an Optional here, where Apollo has a GraphQLNullable")
    }
  }
}
