import ApusShapes
import ApusSwiftModel
import ApusSchema

/// The members of generated types, as Apollo declares them, by the paths of the types with the namespace.
extension GeneratedModule {
  /// The names within the namespace.
  private func names(in path: String) -> [String]? {
    let parts = path.split(separator: ".").map(String.init)
    return parts.first == namespace && parts.count > 1 ? Array(parts.dropFirst()) : nil
  }

  /// The parameters of an initializer of an operation or input object.
  func parameters(of path: String) -> [GeneratedParameter]? {
    guard let parts = names(in: path), parts.count == 1 else { return nil }
    return names?.parameters(of: parts[0])
  }

  /// The fields of an input object.
  func fields(ofInput path: String) -> [GeneratedParameter]? {
    guard let parts = names(in: path), parts.count == 1, let input = names?.inputs[parts[0]] else {
      return nil
    }
    return names?.parameters(ofInput: input.type)
  }

  /// Whether the path is that of an enum of the schema.
  func isEnum(_ path: String) -> Bool {
    guard let parts = names(in: path), parts.count == 1 else { return false }
    return names?.enums[parts[0]] != nil
  }

  /// The type of a property of a response type.
  func member(_ name: String, of path: String) -> AppType? {
    guard let parts = names(in: path), let names, let object = names.object(at: parts) else { return nil }
    let condition = "As" + name.dropFirst(2)
    if name.hasPrefix("as"), names.object(at: parts + [condition]) != nil {
      return .optional(AppType(name: "\(path).\(condition)"))
    }
    guard
      let property = object.properties.first(where: { names.propertyName(of: $0.field) == name })
    else { return nil }
    let reference = property.field.type
    var type: AppType
    if property.object != nil {
      guard let typeName = property.typeName else { return nil }
      type = AppType(name: "\(path).\(typeName)")
    } else if let apollo = reference.named.flatMap(names.enumName) {
      type = AppType(name: "GraphQLEnum", arguments: [AppType(name: "\(namespace).\(apollo)")])
    } else {
      type = AppType(name: reference.named.map(names.swiftName) ?? "?")
    }
    for level in (0...reference.listDepth).reversed() {
      if level < reference.listDepth { type = AppType(name: "Array", arguments: [type]) }
      if !reference.isNonNull(atLevel: level) { type = .optional(type) }
    }
    return type
  }
}
