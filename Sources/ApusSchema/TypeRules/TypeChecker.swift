import ApusDiagnostics
import ApusSyntax

/// Checks the types of a schema by the rules of section 3, the parts headed "Type Validation".
///
/// The SDL rules come first: a name that they have found unknown is passed over here. Types that the specification
/// defines are taken to be right.
package struct TypeChecker {
  /// A violation, and what of the schema it is about.
  package struct TypeDiagnostic {
    package var diagnostic: Diagnostic
    package var concern: SchemaDiagnostic.Concern
  }

  let schema: Schema
  let tree: SyntaxTree
  let nodes: UnsafeMutablePointer<Node>
  var literals: LiteralChecker
  /// What diagnostics that are found now are about.
  var concern = SchemaDiagnostic.Concern.schema
  var diagnostics: [TypeDiagnostic] = []
  /// How many diagnostics of one kind are listed for a type as a whole, each of which can have many places.
  static let maximumListCount = 20
  /// How many places a diagnostic has at most.
  static let maximumPlaceCount = 100

  /// - Returns: what is wrong: first with the root types, then with directives, then with one type after another.
  package static func check(_ schema: Schema) -> [TypeDiagnostic] {
    var checker = TypeChecker(schema: schema)
    checker.checkRootTypes()
    checker.checkDirectives()
    var type = 1
    while type < schema.typeCount {
      if !schema.types[type].isBuiltIn { checker.checkType(TypeID(truncatingIfNeeded: type)) }
      type = type &+ 1
    }
    checker.checkInputObjectCycles()
    checker.checkDefaultValueCycles()
    checker.checkDirectiveCycles()
    return checker.diagnostics
  }

  init(schema: Schema) {
    self.schema = schema
    tree = schema.tree
    nodes = schema.tree.nodes
    literals = LiteralChecker(schema.tree, schema)
  }

  private mutating func checkType(_ type: TypeID) {
    concern = .type(type)
    let definition = schema.types + Int(type)
    checkReservedNames(definition.pointee.name, definition.pointee.node)
    switch definition.pointee.kind {
    case .object, .interface:
      checkFields(of: type)
      checkInterfaces(of: type)
    case .union: checkUnions(of: type)
    case .enum: checkEnums(of: type)
    case .inputObject: checkInputFields(of: type)
    case .scalar: break
    }
  }

  // MARK: - Reporting

  mutating func report(_ code: DiagnosticCode, _ message: String, at ranges: [SourceRange]) {
    diagnostics.append(
      TypeDiagnostic(diagnostic: Diagnostic(.error, code, message, at: ranges), concern: concern))
  }

  mutating func report(_ code: DiagnosticCode, _ message: String, at nodes: [NodeID]) {
    report(code, message, at: nodes.prefix(TypeChecker.maximumPlaceCount).map(tree.range))
  }

  // MARK: - Parts of definitions

  func text(_ name: NameID) -> String { schema.names.string(name) }

  /// The definition of a type and its extensions.
  func parts(of type: TypeID) -> [NodeID] {
    let definition = schema.types[Int(type)]
    let first = Int(definition.firstPart)
    return (first..<first + Int(definition.partCount)).map { schema.parts[$0] }
  }

  /// The places where a type names another as its interface or member.
  func references(from type: TypeID, to name: NameID) -> [NodeID] {
    var found: [NodeID] = []
    for part in parts(of: type) {
      for node in tree.children(part) where nodes[node].kind == .namedType && nodes[node].name == name {
        found.append(node)
        if found.count == TypeChecker.maximumPlaceCount { return found }
      }
    }
    return found
  }

  /// The interfaces or members that a type names, as often as it names them; unknown ones are left out.
  func related(_ type: TypeID) -> [TypeID] {
    parts(of: type).flatMap { tree.children($0, .namedType) }.map { schema.type(named: nodes[$0].name) }
      .filter { $0 != 0 }
  }

  /// The places of what makes a member deprecated and of its type.
  func deprecation(of member: NodeID) -> [NodeID] {
    let directive = tree.children(member, .directive).first { nodes[$0].name == Keyword.deprecated }
    return [directive, tree.type(member)].compactMap { $0 }
  }
}
