/// A selection in a selection set.
public indirect enum GraphQLSelection: Hashable, Sendable {
  /// A field of the object.
  case field(GraphQLField)
  /// An inline fragment with its selections.
  case inlineFragment(GraphQLInlineFragment)
  /// A spread of a named fragment.
  case spread(GraphQLFragmentSpread)
}

/// A field: `me: user(id: $id) { uuid }`.
///
/// ```swift
/// GraphQLField("user", alias: "me", arguments: ["id": .variable("id")]) { "uuid" }
/// ```
/// A field without an alias, arguments or selections can be written as a string.
public struct GraphQLField: Hashable, Sendable {
  /// The name of the field in the schema.
  public var name: String
  /// The response key, if it differs from the name.
  public var alias: String?
  /// The arguments of the field, in order.
  public var arguments: GraphQLArguments
  /// The directives on the field.
  public var directives: [GraphQLDirective]
  /// The field's selections; nil for a scalar or enum.
  public var selections: [GraphQLSelection]?

  /// Creates a field without selections: a scalar or an enum.
  public init(
    _ name: String, alias: String? = nil, arguments: GraphQLArguments = [:],
    directives: [GraphQLDirective] = []
  ) {
    self.name = name
    self.alias = alias
    self.arguments = arguments
    self.directives = directives
  }

  /// Creates a field with selections: an object, or a list of objects.
  public init(
    _ name: String, alias: String? = nil, arguments: GraphQLArguments = [:],
    directives: [GraphQLDirective] = [],
    @GraphQLSelectionBuilder selections: () -> [GraphQLSelection]
  ) {
    self.init(name, alias: alias, arguments: arguments, directives: directives)
    self.selections = selections()
  }
}

/// An inline fragment: `... on Admin { level }`.
///
/// ```swift
/// GraphQLField("search", arguments: ["text": "blue"]) {
///   GraphQLInlineFragment("Album") { "title" }
///   GraphQLInlineFragment("Artist") { "name" }
/// }
/// ```
public struct GraphQLInlineFragment: Hashable, Sendable {
  /// The type condition; nil applies to every type.
  public var type: String?
  /// The directives on the fragment.
  public var directives: [GraphQLDirective]
  /// The fields and fragments that it selects.
  public var selections: [GraphQLSelection]

  /// Creates an inline fragment.
  ///
  /// - Parameters:
  ///   - type: the type condition; nil applies to every type.
  ///   - directives: the directives on the fragment.
  ///   - selections: the fields and fragments that it selects.
  public init(
    _ type: String? = nil, directives: [GraphQLDirective] = [],
    @GraphQLSelectionBuilder selections: () -> [GraphQLSelection]
  ) {
    self.type = type
    self.directives = directives
    self.selections = selections()
  }
}

/// A fragment spread: `...Card`. Pass the ``GraphQLFragmentDefinition`` itself to the document.
///
/// ```swift
/// GraphQLField("newest") { GraphQLFragmentSpread("Card", directives: [.skip(if: .variable("short"))]) }
/// ```
public struct GraphQLFragmentSpread: Hashable, Sendable {
  /// The name of the fragment in the document.
  public var name: String
  /// The directives on the spread.
  public var directives: [GraphQLDirective]

  /// Creates a fragment spread.
  public init(_ name: String, directives: [GraphQLDirective] = []) {
    self.name = name
    self.directives = directives
  }
}

/// Collects selections. Strings are fields; `if`, `switch` and `for` work as usual.
@resultBuilder public enum GraphQLSelectionBuilder {
  /// Adds a field by its name.
  public static func buildExpression(_ name: String) -> [GraphQLSelection] { [.field(GraphQLField(name))] }
  /// Adds a field.
  public static func buildExpression(_ field: GraphQLField) -> [GraphQLSelection] { [.field(field)] }
  /// Adds an inline fragment.
  public static func buildExpression(_ fragment: GraphQLInlineFragment) -> [GraphQLSelection] {
    [.inlineFragment(fragment)]
  }
  /// Adds a fragment spread.
  public static func buildExpression(_ spread: GraphQLFragmentSpread) -> [GraphQLSelection] {
    [.spread(spread)]
  }
  /// Adds selections built elsewhere.
  public static func buildExpression(_ selections: [GraphQLSelection]) -> [GraphQLSelection] { selections }
  /// Joins the statements of a block.
  public static func buildBlock(_ parts: [GraphQLSelection]...) -> [GraphQLSelection] { parts.flatMap { $0 } }
  /// Adds the selections of an `if` without `else`.
  public static func buildOptional(_ part: [GraphQLSelection]?) -> [GraphQLSelection] { part ?? [] }
  /// Adds the first branch of an `if` or `switch`.
  public static func buildEither(first part: [GraphQLSelection]) -> [GraphQLSelection] { part }
  /// Adds another branch of an `if` or `switch`.
  public static func buildEither(second part: [GraphQLSelection]) -> [GraphQLSelection] { part }
  /// Adds the selections of a `for` loop.
  public static func buildArray(_ parts: [[GraphQLSelection]]) -> [GraphQLSelection] { parts.flatMap { $0 } }
  /// Adds the selections of an `if #available`.
  public static func buildLimitedAvailability(_ part: [GraphQLSelection]) -> [GraphQLSelection] { part }
}
