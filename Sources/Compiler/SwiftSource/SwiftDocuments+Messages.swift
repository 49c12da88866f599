import ApusSource

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension SwiftDocuments {
  /// The type of a declaration that is a document.
  static let typeName: StaticString = "GraphQLSource"

  // The lexer compares them with every word. They are transparent, so that this needs no calls.
  static var firstLetter: UInt8 { @_transparent get { 0x47 } }
  static var nameLength: Int { @_transparent get { 13 } }

  /// Whether the name of the type occurs in a file, so that its tokens have to be read.
  ///
  /// Every build asks this of all Swift files of a target, so it looks for the name's rarest letter.
  package static func mayContainSome(_ source: SourceFile) -> Bool {
    let letter = Int32(UInt8(ascii: "Q"))
    let (before, length) = (5, nameLength)
    var offset = 0
    while let found = memchr(source.bytes + offset, letter, source.count - offset) {
      let place = UnsafeRawPointer(found) - UnsafeRawPointer(source.bytes)
      let start = place - before
      if start >= 0, start + length <= source.count,
        memcmp(source.bytes + start, typeName.utf8Start, length) == 0
      {
        return true
      }
      offset = place + 1
    }
    return false
  }

  // MARK: - Messages

  static let form = "static let name: GraphQLSource = \"\"\"…\"\"\""

  static let interpolation = """
    A document cannot contain an interpolation, because it is compiled before the program runs. Use a variable of the \
    operation, or spread a fragment.
    """

  static let continued = """
    Only a single literal is read, and this expression goes on after it. Write the whole document as one literal, with \
    \"\"\" for several lines.
    """

  static let notLiteral =
    "The value is not a string literal, so there is no document to read. Write the GraphQL here."

  static let withoutValue =
    "This declaration has no literal, so there is no document to read. Write: \(form)."

  static let computed =
    "A computed document is only read if its value is one literal and nothing else. Write: \(form)."

  static let notDeclared = "Only a literal in a declaration of its own is read as a document. Write: \(form)."

  static let otherName =
    "Declarations with another name for GraphQLSource are not read. Write GraphQLSource itself."

  static let otherNameInBraces = """
    In these braces, another name can mean GraphQLSource, and literals of that type are not read. Use another type here, and \
    write each document as: \(form).
    """

  static let parameter = """
    Literals can become values of this type here, and they are not read. Use another type, such as that of the generated \
    operation, and write each document as: \(form).
    """

  static let assignable = """
    Literals that are assigned to a variable are not read. Write 'let' for a document, and '{ get }' for a requirement of a \
    protocol.
    """

  static let notOwnType =
    "Only a declaration whose type is GraphQLSource itself is read. Declare each document: \(form)."

  static let conditional = """
    A document in '#if' is only read if the condition tests nothing but the platform, as canImport(SwiftUI) does: it is \
    compiled for all builds alike. Move the declaration out of '#if', or the document to a .graphql file.
    """
}
