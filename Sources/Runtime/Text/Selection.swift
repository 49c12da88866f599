/// A selection in a selection set.
public indirect enum Selection: Hashable, Sendable {
  /// A field.
  case field(Field)
  /// An inline fragment.
  case inlineFragment(InlineFragment)
  /// A named fragment.
  case spread(Spread)
}

/// A field: `me: user(id: $id) { uuid }`.
///
/// ```swift
/// Field("user", alias: "me", arguments: ["id": .variable("id")]) { "uuid" }
/// ```
/// A field without an alias, arguments or selections can be written as a string.
public struct Field: Hashable, Sendable {
  /// The field's name.
  public var name: String
  /// The response key, if it differs from the name.
  public var alias: String?
  /// The field's arguments.
  public var arguments: Arguments
  /// The directives on the field.
  public var directives: [Directive]
  /// The field's selections; nil for a scalar or enum.
  public var selections: [Selection]?

  /// Creates a field without selections: a scalar or an enum.
  public init(
    _ name: String, alias: String? = nil, arguments: Arguments = [:], directives: [Directive] = []
  ) {
    self.name = name
    self.alias = alias
    self.arguments = arguments
    self.directives = directives
  }

  /// Creates a field with selections: an object, or a list of objects.
  public init(
    _ name: String, alias: String? = nil, arguments: Arguments = [:], directives: [Directive] = [],
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
  /// The fragment's name.
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
  /// A field, by its name.
  public static func buildExpression(_ name: String) -> [Selection] { [.field(Field(name))] }
  /// A field.
  public static func buildExpression(_ field: Field) -> [Selection] { [.field(field)] }
  /// An inline fragment.
  public static func buildExpression(_ fragment: InlineFragment) -> [Selection] {
    [.inlineFragment(fragment)]
  }
  /// A fragment spread.
  public static func buildExpression(_ spread: Spread) -> [Selection] { [.spread(spread)] }
  /// Selections built elsewhere.
  public static func buildExpression(_ selections: [Selection]) -> [Selection] { selections }
  /// The statements of a block.
  public static func buildBlock(_ parts: [Selection]...) -> [Selection] { parts.flatMap { $0 } }
  /// An `if` without `else`.
  public static func buildOptional(_ part: [Selection]?) -> [Selection] { part ?? [] }
  /// The first branch of an `if` or `switch`.
  public static func buildEither(first part: [Selection]) -> [Selection] { part }
  /// Another branch of an `if` or `switch`.
  public static func buildEither(second part: [Selection]) -> [Selection] { part }
  /// A `for` loop.
  public static func buildArray(_ parts: [[Selection]]) -> [Selection] { parts.flatMap { $0 } }
  /// An `if #available`.
  public static func buildLimitedAvailability(_ part: [Selection]) -> [Selection] { part }
}
