public import Apus

/// A directive: `@include(if: $full)`.
///
/// ```swift
/// Field("artist", directives: [.include(if: .variable("full")), Directive("cached", ["seconds": 60])]) { "name" }
/// ```
public struct Directive: Hashable, Sendable {
  /// The name, without `@`.
  public var name: String
  /// The arguments of the directive, in order.
  public var arguments: GraphQLArguments

  /// Creates a directive.
  public init(_ name: String, _ arguments: GraphQLArguments = [:]) {
    self.name = name
    self.arguments = arguments
  }

  /// `@include(if:)`
  public static func include(if condition: GraphQLArgument) -> Directive {
    Directive("include", ["if": condition])
  }

  /// `@skip(if:)`
  public static func skip(if condition: GraphQLArgument) -> Directive { Directive("skip", ["if": condition]) }
}

/// A variable of an operation, with its value: `$id: ID!`.
///
/// ```swift
/// Variable("first", "Int", default: 10, value: 20)
/// ```
public struct Variable: Hashable, Sendable {
  /// The name, without `$`.
  public var name: String
  /// The type in GraphQL syntax: `[ID!]!`.
  public var type: String
  /// The value that the server uses if none is sent.
  public var defaultValue: GraphQLArgument?
  /// The value to send; nil sends none.
  public var value: GraphQLValue?

  /// Creates a variable.
  ///
  /// - Parameters:
  ///   - name: the name, without `$`.
  ///   - type: the type in GraphQL syntax: `[ID!]!`.
  ///   - defaultValue: the value that the server uses if none is sent.
  ///   - value: the value to send; nil sends none.
  public init(
    _ name: String, _ type: String, default defaultValue: GraphQLArgument? = nil, value: GraphQLValue? = nil
  ) {
    self.name = name
    self.type = type
    self.defaultValue = defaultValue
    self.value = value
  }
}

/// A fragment definition: `fragment Card on Album { title }`.
///
/// ```swift
/// let text = try GraphQLText(.query, "Newest", fragments: [Fragment("Card", on: "Album") { "title" }]) {
///   Field("newest") { Spread("Card") }
/// }
/// ```
public struct Fragment: Hashable, Sendable {
  /// The name that a ``Spread`` refers to.
  public var name: String
  /// The type condition of the fragment.
  public var type: String
  /// The directives on the definition.
  public var directives: [Directive]
  /// The fields and fragments that it selects.
  public var selections: [Selection]

  /// Creates a fragment definition.
  ///
  /// - Parameters:
  ///   - name: the name that a ``Spread`` refers to.
  ///   - type: the type condition.
  ///   - directives: the directives on the definition.
  ///   - selections: the fields and fragments that it selects.
  public init(
    _ name: String, on type: String, directives: [Directive] = [],
    @SelectionBuilder selections: () -> [Selection]
  ) {
    self.name = name
    self.type = type
    self.directives = directives
    self.selections = selections()
  }
}
