/// A selection in a selection set.
public indirect enum Selection: Hashable, Sendable {
  /// A field of the object.
  case field(Field)
  /// An inline fragment with its selections.
  case inlineFragment(InlineFragment)
  /// A spread of a named fragment.
  case spread(Spread)
}

/// A field: `me: user(id: $id) { uuid }`.
///
/// ```swift
/// Field("user", alias: "me", arguments: ["id": .variable("id")]) { "uuid" }
/// ```
/// A field without an alias, arguments or selections can be written as a string.
public struct Field: Hashable, Sendable {
  /// The name of the field in the schema.
  public var name: String
  /// The response key, if it differs from the name.
  public var alias: String?
  /// The arguments of the field, in order.
  public var arguments: GraphQLArguments
  /// The directives on the field.
  public var directives: [Directive]
  /// The field's selections; nil for a scalar or enum.
  public var selections: [Selection]?

  /// Creates a field without selections: a scalar or an enum.
  public init(
    _ name: String, alias: String? = nil, arguments: GraphQLArguments = [:], directives: [Directive] = []
  ) {
    self.name = name
    self.alias = alias
    self.arguments = arguments
    self.directives = directives
  }

  /// Creates a field with selections: an object, or a list of objects.
  public init(
    _ name: String, alias: String? = nil, arguments: GraphQLArguments = [:], directives: [Directive] = [],
    @SelectionBuilder selections: () -> [Selection]
  ) {
    self.init(name, alias: alias, arguments: arguments, directives: directives)
    self.selections = selections()
  }
}

/// An inline fragment: `... on Admin { level }`.
///
/// ```swift
/// Field("search", arguments: ["text": "blue"]) {
///   InlineFragment("Album") { "title" }
///   InlineFragment("Artist") { "name" }
/// }
/// ```
public struct InlineFragment: Hashable, Sendable {
  /// The type condition; nil applies to every type.
  public var type: String?
  /// The directives on the fragment.
  public var directives: [Directive]
  /// The fields and fragments that it selects.
  public var selections: [Selection]

  /// Creates an inline fragment.
  ///
  /// - Parameters:
  ///   - type: the type condition; nil applies to every type.
  ///   - directives: the directives on the fragment.
  ///   - selections: the fields and fragments that it selects.
  public init(
    _ type: String? = nil, directives: [Directive] = [], @SelectionBuilder selections: () -> [Selection]
  ) {
    self.type = type
    self.directives = directives
    self.selections = selections()
  }
}

/// A fragment spread: `...Card`. Pass the ``Fragment`` itself to the document.
///
/// ```swift
/// Field("newest") { Spread("Card", directives: [.skip(if: .variable("short"))]) }
/// ```
public struct Spread: Hashable, Sendable {
  /// The name of the fragment in the document.
  public var name: String
  /// The directives on the spread.
  public var directives: [Directive]

  /// Creates a fragment spread.
  public init(_ name: String, directives: [Directive] = []) {
    self.name = name
    self.directives = directives
  }
}

/// Collects selections. Strings are fields; `if`, `switch` and `for` work as usual.
@resultBuilder public enum SelectionBuilder {
  /// Adds a field by its name.
  public static func buildExpression(_ name: String) -> [Selection] { [.field(Field(name))] }
  /// Adds a field.
  public static func buildExpression(_ field: Field) -> [Selection] { [.field(field)] }
  /// Adds an inline fragment.
  public static func buildExpression(_ fragment: InlineFragment) -> [Selection] {
    [.inlineFragment(fragment)]
  }
  /// Adds a fragment spread.
  public static func buildExpression(_ spread: Spread) -> [Selection] { [.spread(spread)] }
  /// Adds selections built elsewhere.
  public static func buildExpression(_ selections: [Selection]) -> [Selection] { selections }
  /// Joins the statements of a block.
  public static func buildBlock(_ parts: [Selection]...) -> [Selection] { parts.flatMap { $0 } }
  /// Adds the selections of an `if` without `else`.
  public static func buildOptional(_ part: [Selection]?) -> [Selection] { part ?? [] }
  /// Adds the first branch of an `if` or `switch`.
  public static func buildEither(first part: [Selection]) -> [Selection] { part }
  /// Adds another branch of an `if` or `switch`.
  public static func buildEither(second part: [Selection]) -> [Selection] { part }
  /// Adds the selections of a `for` loop.
  public static func buildArray(_ parts: [[Selection]]) -> [Selection] { parts.flatMap { $0 } }
  /// Adds the selections of an `if #available`.
  public static func buildLimitedAvailability(_ part: [Selection]) -> [Selection] { part }
}
