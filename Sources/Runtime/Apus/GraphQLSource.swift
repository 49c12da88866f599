/// A GraphQL document in a Swift file: queries, mutations, subscriptions and fragments next to the code that uses them.
///
/// In a target with `ApusSwiftPlugin`, the compiler reads the literal of each declaration of this type, as it reads
/// `.graphql` files:
///
/// ```swift
/// struct AlbumRow: View {
///   static let fragment: GraphQLSource = """
///     fragment AlbumRow on Album {
///       title
///       artist { name }
///     }
///     """
///
///   let album: AlbumRowData
///   …
/// }
/// ```
///
/// The declaration has to be static or global, and its value a single literal. The compiler rejects parameters and variables of
/// this type, since it could not read the literals that they get. A value of this type stores nothing: the program contains
/// what the compiler makes of the document.
@frozen
public struct GraphQLSource: Sendable, ExpressibleByStringLiteral {
  /// Creates the value of a literal, whose text is not kept.
  @inlinable
  public init(stringLiteral _: StaticString) {}
}
