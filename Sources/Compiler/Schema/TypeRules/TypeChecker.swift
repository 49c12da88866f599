import ApusSource
import ApusSyntax

/// Checks the types of a schema by the rules of section 3 that are headed "Type Validation".
///
/// The SDL rules come first, so unknown names are skipped here. The specification's own types are assumed to be valid.
package struct TypeChecker {
  /// A violation, and the schema element that it is about.
  package struct TypeDiagnostic {
    package var diagnostic: Diagnostic
    package var concern: SchemaDiagnostic.Concern
  }

  let schema: Schema
  let tree: SyntaxTree
  let nodes: UnsafeMutablePointer<Node>
  var literals: LiteralChecker
  /// The element that is being checked, for diagnostics.
  var concern = SchemaDiagnostic.Concern.schema
  var diagnostics: [TypeDiagnostic] = []
  /// The maximum number of diagnostics of one kind per type, if each can have many places.
  static let maximumListCount = 20
  /// The maximum number of places per diagnostic.
  static let maximumPlaceCount = 100

  /// - Returns: the violations: first those of root types, then of directives, then type by type.
  package static func check(_ schema: Schema) -> [TypeDiagnostic] {
    var checker = TypeChecker(schema: schema)
    checker.checkRootTypes()
    checker.checkDirectives()
    for type in schema.allTypes where !schema[type].isBuiltIn { checker.checkType(type) }
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
    let definition = schema[type]
    checkReservedNames(definition.name, definition.node)
    switch definition.kind {
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
  func parts(of type: TypeID) -> [NodeID] { Array(schema.parts(of: type)) }

  /// The places where a type names another one as its interface or member.
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

  /// The interfaces or members that a type names, including duplicates but not unknown names.
  func related(_ type: TypeID) -> [TypeID] {
    parts(of: type).flatMap { tree.children($0, .namedType) }.compactMap {
      schema.type(named: nodes[$0].name)
    }
  }

  /// The places of a member's `@deprecated` directive and of its type.
  func deprecation(of member: NodeID) -> [NodeID] {
    [tree.directive(Keyword.deprecated, on: member), tree.type(member)].compactMap { $0 }
  }
}
