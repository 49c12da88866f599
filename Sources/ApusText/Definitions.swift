public import Apus

/// A directive: `@include(if: $full)`.
public struct Directive: Hashable, Sendable {
  /// The name, without `@`.
  public var name: String
  /// Its arguments.
  public var arguments: Arguments

  /// A directive.
  public init(_ name: String, _ arguments: Arguments = [:]) {
    self.name = name
    self.arguments = arguments
  }

  /// `@include(if:)`
  public static func include(if condition: Argument) -> Directive { Directive("include", ["if": condition]) }

  /// `@skip(if:)`
  public static func skip(if condition: Argument) -> Directive { Directive("skip", ["if": condition]) }
}

/// A variable of an operation, with its value: `$id: ID!`.
///
/// ```swift
/// Variable("first", "Int", default: 10, value: 20)
/// ```
public struct Variable: Hashable, Sendable {
  /// The name, without `$`.
  public var name: String
  /// The type as GraphQL writes it: `[ID!]!`.
  public var type: String
  /// What it is where no value is sent.
  public var defaultValue: Argument?
  /// What is sent; nil sends nothing.
  public var value: GraphQLValue?

  /// A variable.
  ///
  /// - Parameters:
  ///   - name: the name, without `$`.
  ///   - type: the type as GraphQL writes it: `[ID!]!`.
  ///   - defaultValue: what it is where no value is sent.
  ///   - value: what is sent; nil sends nothing.
  public init(
    _ name: String, _ type: String, default defaultValue: Argument? = nil, value: GraphQLValue? = nil
  ) {
    self.name = name
    self.type = type
    self.defaultValue = defaultValue
    self.value = value
  }
}

/// A fragment definition: `fragment Card on Album { title }`.
public struct Fragment: Hashable, Sendable {
  /// The name, by which a ``Spread`` refers to it.
  public var name: String
  /// The type that it selects of.
  public var type: String
  /// What stands behind it with `@`.
  public var directives: [Directive]
  /// What is selected.
  public var selections: [Selection]

  /// A fragment definition.
  ///
  /// - Parameters:
  ///   - name: the name, by which a ``Spread`` refers to it.
  ///   - type: the type that it selects of.
  ///   - directives: what stands behind it with `@`.
  ///   - selections: what is selected.
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
