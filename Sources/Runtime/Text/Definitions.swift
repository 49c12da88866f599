public import Apus

/// A directive: `@include(if: $full)`.
///
/// ```swift
/// GraphQLField("artist", directives: [.include(if: .variable("full")), GraphQLDirective("cached", ["seconds": 60])]) { "name" }
/// ```
public struct GraphQLDirective: Hashable, Sendable {
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
  public static func include(if condition: GraphQLArgument) -> GraphQLDirective {
    GraphQLDirective("include", ["if": condition])
  }

  /// `@skip(if:)`
  public static func skip(if condition: GraphQLArgument) -> GraphQLDirective {
    GraphQLDirective("skip", ["if": condition])
  }
}

/// A variable of an operation, with its value: `$id: ID!`.
///
/// ```swift
/// GraphQLVariable("first", "Int", default: 10, value: 20)
/// ```
public struct GraphQLVariable: Hashable, Sendable {
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
/// let text = try GraphQLText(.query, "Newest", fragments: [GraphQLFragmentDefinition("Card", on: "Album") { "title" }]) {
///   GraphQLField("newest") { GraphQLFragmentSpread("Card") }
/// }
/// ```
public struct GraphQLFragmentDefinition: Hashable, Sendable {
  /// The name that a ``GraphQLFragmentSpread`` refers to.
  public var name: String
  /// The type condition of the fragment.
  public var type: String
  /// The directives on the definition.
  public var directives: [GraphQLDirective]
  /// The fields and fragments that it selects.
  public var selections: [GraphQLSelection]

  /// Creates a fragment definition.
  ///
  /// - Parameters:
  ///   - name: the name that a ``GraphQLFragmentSpread`` refers to.
  ///   - type: the type condition.
  ///   - directives: the directives on the definition.
  ///   - selections: the fields and fragments that it selects.
  public init(
    _ name: String, on type: String, directives: [GraphQLDirective] = [],
    @GraphQLSelectionBuilder selections: () -> [GraphQLSelection]
  ) {
    self.name = name
    self.type = type
    self.directives = directives
    self.selections = selections()
  }
}
