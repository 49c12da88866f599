/// Something that is selected of an object.
public indirect enum Selection: Hashable, Sendable {
  /// A field.
  case field(Field)
  /// An inline fragment.
  case on(On)
  /// A fragment by its name.
  case spread(Spread)
}

/// A field: `me: user(id: $id) { uuid }`.
///
/// ```swift
/// Field("user", alias: "me", arguments: ["id": .variable("id")]) { "uuid" }
/// ```
/// A field with neither alias nor arguments nor selections is its name alone, as a string.
public struct Field: Hashable, Sendable {
  /// The field's name.
  public var name: String
  /// The name of the member in the response, where that is another one.
  public var alias: String?
  /// The field's arguments.
  public var arguments: Arguments
  /// What stands behind it with `@`.
  public var directives: [Directive]
  /// What is selected of the object; nil of a field without selections.
  public var selections: [Selection]?

  /// A field without selections: a scalar or an enum.
  public init(
    _ name: String, alias: String? = nil, arguments: Arguments = [:], directives: [Directive] = []
  ) {
    self.name = name
    self.alias = alias
    self.arguments = arguments
    self.directives = directives
  }

  /// A field that is an object, or a list of objects.
  public init(
    _ name: String, alias: String? = nil, arguments: Arguments = [:], directives: [Directive] = [],
    @SelectionBuilder selections: () -> [Selection]
  ) {
    self.init(name, alias: alias, arguments: arguments, directives: directives)
    self.selections = selections()
  }
}

/// An inline fragment: `... on Admin { level }`.
public struct On: Hashable, Sendable {
  /// The type of the objects that it is for; nil for whatever stands there.
  public var type: String?
  /// What stands behind it with `@`.
  public var directives: [Directive]
  /// What is selected.
  public var selections: [Selection]

  /// An inline fragment.
  ///
  /// - Parameters:
  ///   - type: the type of the objects that it is for; nil for whatever stands there.
  ///   - directives: what stands behind it with `@`.
  ///   - selections: what is selected.
  public init(
    _ type: String? = nil, directives: [Directive] = [], @SelectionBuilder selections: () -> [Selection]
  ) {
    self.type = type
    self.directives = directives
    self.selections = selections()
  }
}

/// A fragment by its name: `...Card`. Its ``Fragment`` is given to the document.
public struct Spread: Hashable, Sendable {
  /// The fragment's name.
  public var name: String
  /// What stands behind it with `@`.
  public var directives: [Directive]

  /// A fragment by its name.
  public init(_ name: String, directives: [Directive] = []) {
    self.name = name
    self.directives = directives
  }
}

/// Collects selections: strings are fields, and `if`, `switch` and `for` are as everywhere in Swift.
@resultBuilder public enum SelectionBuilder {
  /// A field by its name.
  public static func buildExpression(_ name: String) -> [Selection] { [.field(Field(name))] }
  /// A field.
  public static func buildExpression(_ field: Field) -> [Selection] { [.field(field)] }
  /// An inline fragment.
  public static func buildExpression(_ fragment: On) -> [Selection] { [.on(fragment)] }
  /// A fragment by its name.
  public static func buildExpression(_ spread: Spread) -> [Selection] { [.spread(spread)] }
  /// Selections that were made elsewhere.
  public static func buildExpression(_ selections: [Selection]) -> [Selection] { selections }
  /// What stands one below the other.
  public static func buildBlock(_ parts: [Selection]...) -> [Selection] { parts.flatMap { $0 } }
  /// What an `if` selects.
  public static func buildOptional(_ part: [Selection]?) -> [Selection] { part ?? [] }
  /// What the first branch of an `if` or a `switch` selects.
  public static func buildEither(first part: [Selection]) -> [Selection] { part }
  /// What another branch of an `if` or a `switch` selects.
  public static func buildEither(second part: [Selection]) -> [Selection] { part }
  /// What a loop selects.
  public static func buildArray(_ parts: [[Selection]]) -> [Selection] { parts.flatMap { $0 } }
  /// What is selected behind `#available`.
  public static func buildLimitedAvailability(_ part: [Selection]) -> [Selection] { part }
}
