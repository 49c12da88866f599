/// A Swift declaration, as much of it as emitted code needs.
indirect enum Declaration {
  /// For example: `struct Album: GraphQLObject { … }`
  case type(TypeDeclaration)
  /// For example: `let title: String`
  case property(PropertyDeclaration)
  /// For example: `func write(to writer: inout ObjectWriter) throws { … }`
  case function(FunctionDeclaration)
  /// For example: `case rock, jazz`
  case enumCase(EnumCaseDeclaration)
  /// For example: `typealias Artist = ArtistCardData`
  case alias(name: String, target: String)
  /// For example: `associatedtype Artists: AlbumCardFragment_Artist`
  case associatedType(name: String, bound: String)
  /// For example: `extension MusicAPI { … }`
  case namespace(name: String, members: [Declaration])
}

/// A struct, enum or protocol.
struct TypeDeclaration {
  enum Keyword: String {
    case `struct`, `enum`, `protocol`
  }

  var documentation: Documentation = Documentation()
  /// Whether the type says that no actor isolates it. Types that conform to the runtime's protocols or to `Sendable`
  /// are so without a word; a protocol would be the main actor's in a module that isolates by default.
  var isNonisolated = false
  var keyword: Keyword
  var name: String
  /// Generic parameters or primary associated types, with their angle brackets; empty for none.
  var parameters = ""
  var inherited: [String] = []
  /// A `where` clause without the word; empty for none.
  var constraints: [String] = []
  var members: [Declaration] = []
}

/// A stored or computed property.
struct PropertyDeclaration {
  var documentation: Documentation = Documentation()
  /// Words before the name: `let`, `static let`, `var`.
  var introducer: String
  var name: String
  /// Nil where the value says it.
  var type: String?
  /// The initial value.
  var value: String?
  /// The getter's body; nil for a stored property.
  var getter: [Statement]?
  /// The setter's body.
  var setter: [Statement]?
  /// `{ get }`: a requirement of a protocol.
  var isRequirement = false
  /// Not part of the type's interface, whatever the access level is.
  var isPrivate = false
}

/// A method or an initializer.
struct FunctionDeclaration {
  var documentation: Documentation = Documentation()
  /// All before the parentheses: `init`, `func write`.
  var introducer: String
  var parameters: [String]
  var isThrowing = false
  var body: [Statement]
}

/// Cases of an enum, on one line.
struct EnumCaseDeclaration {
  var documentation: Documentation = Documentation()
  /// Whether a payload leads back to the enum.
  var isIndirect = false
  /// With payloads: `cat(Cat)`.
  var names: [String]
}

/// What stands before a declaration.
struct Documentation {
  /// Lines of a doc comment, without slashes.
  var lines: [String] = []
  /// The reason of a deprecation; nil when the declaration is not deprecated.
  var deprecation: String?
}

/// A statement of a body.
indirect enum Statement {
  case line(String)
  /// For example: `if let card { … }`
  case block(head: String, body: [Statement])
  /// A `switch` with its cases.
  case choice(subject: String, cases: [SwitchCase])
}

/// A `case` or `default` of a `switch`.
struct SwitchCase {
  /// The patterns of a `case`; empty for `default`.
  var patterns: [String]
  var body: [Statement]
}
