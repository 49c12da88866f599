// Properties for fragments, whose members are the open object's own.
extension ObjectWriter {
  /// Writes the members of a fragment's struct into the open object.
  ///
  /// What parent and fragment both selected is written once: of scalars the first stays, objects are merged, lists
  /// element by element.
  ///
  /// - Parameters:
  ///   - marker: the member that tells that the object has the property, were it optional.
  ///   - fragment: the property.
  public mutating func fragment(_ marker: StaticString, _ fragment: some GraphQLObject) {
    hasRepeatedNames = true
    if destination == .hasher { return members(of: fragment) }
    fragments.enter(marker, at: depth)
    members(of: fragment)
    fragments.leave()
  }

  /// Writes the members of a fragment's struct into the open object, with the marker that says so; or nothing.
  ///
  /// - Parameters:
  ///   - marker: the member that tells that the object has the property.
  ///   - fragment: the property.
  public mutating func fragmentOrNil(_ marker: StaticString, _ fragment: (some GraphQLObject)?) {
    guard let fragment else { return }
    note(marker)
    self.fragment(marker, fragment)
  }

  /// Writes what a type notes for itself in the open object: that it has a fragment's property, or does not have a field's whose
  /// member may be there all the same.
  public mutating func note(_ name: StaticString) {
    if fragments.isEmpty || destination == .hasher { return bool(name, true) }
    let key = fragments.key(name, at: depth)
    guard destination == .json else { return encode(GraphQLKey(stringValue: key), true) }
    writeName(key)
    store("true")
  }

  /// Writes the errors of a part that failed, which a type notes for itself.
  mutating func note(_ name: StaticString, _ errors: [GraphQLError]) {
    if fragments.isEmpty || destination == .hasher { return selections(name, errors) }
    let key = fragments.key(name, at: depth)
    guard destination == .json else { return encode(GraphQLKey(stringValue: key), errors) }
    writeName(key)
    append(JSONByte.openBracket)
    for error in errors {
      error._writeValue(to: &self)
      append(JSONByte.comma)
    }
    closeList(errors.isEmpty)
  }

  /// Writes the name of a note, and makes room for a short value.
  private mutating func writeName(_ key: String) {
    reserve(key.utf8.count + 32)
    if count != objectStart { store(JSONByte.comma) }
    store(JSONByte.quote)
    for byte in key.utf8 { store(byte) }
    store(JSONByte.quote)
    store(JSONByte.colon)
  }
}
