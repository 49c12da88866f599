import ApusDocuments
import ApusSwiftModel
import ApusSchema
import ApusSyntax

/// The Swift declarations of names in documents, as single lines, which editors show for the name under the pointer.
package struct SwiftSignatures {
  private let translator: Translator
  private let program: Program

  /// A step on the path from a definition to a selection.
  private enum Step {
    case field(NameID)
    case inlineFragment(NodeID)
  }

  package init(_ program: Program, _ options: GenerationOptions) {
    self.program = program
    translator = Translator(program, options)
  }

  /// The declaration generated for an operation, a fragment, a variable or a field of the user's documents; nil for any other node.
  ///
  /// For example: `AlbumQuery.Data.Album.title: String?`
  package func line(of node: NodeID) -> String? {
    guard let node = program.numbers[node] else { return nil }
    switch program.tree.kind(node) {
    case .operation:
      return program.operations.first { $0.node == node }.map { "struct " + translator.global($0.swiftName) }
    case .fragmentDefinition:
      return program.fragments.first { $0.node == node }.map {
        "protocol \(translator.global($0.protocolName)), struct \(translator.global($0.swiftName))"
      }
    case .variableDefinition: return variable(node)
    case .field: return field(node)
    default: return nil
    }
  }

  private func variable(_ node: NodeID) -> String? {
    for operation in program.operations {
      guard let variable = operation.variables.first(where: { $0.node == node }) else { continue }
      let type = translator.inputType(variable.type, program.swiftType(of: variable), variable.presence)
      return "\(translator.global(operation.swiftName)).\(variable.swiftName): \(type)"
    }
    return nil
  }

  private func field(_ node: NodeID) -> String? {
    let documents = program.documents
    var steps: [Step] = []
    var current = node
    while documents.parents[current] != DocumentIndex.noParent {
      switch program.tree.kind(current) {
      case .field: steps.append(.field(program.tree.responseKey(current)))
      case .inlineFragment: steps.append(.inlineFragment(current))
      default: break
      }
      current = NodeID(documents.parents[current])
    }
    let member =
      program.operations.first { $0.node == current }?.data
      ?? program.fragments.first { $0.node == current }?.data
    return member.flatMap { line(steps.reversed()[...], in: $0.type) }
  }

  /// The line for the field at the end of a path.
  ///
  /// - Parameters:
  ///   - steps: the path from an object to the field. Recursion is safe, because the parser limits nesting.
  ///   - object: the type at its start.
  private func line(_ steps: ArraySlice<Step>, in object: ResponseType) -> String? {
    guard let step = steps.first else { return nil }
    let rest = steps.dropFirst()
    switch step {
    case .inlineFragment(let node):
      if let part = part(of: object, node) { return line(rest, in: part) }
      let condition = program.documents.type(node)
      for value in cases(of: object) where value.held.contains(where: { $0 == condition }) {
        if let found = line(rest, in: value.payload) { return found }
      }
      return line(rest, in: object)
    case .field(let key):
      if let property = object.property(key) {
        if rest.isEmpty {
          let owner = translator.global(object.path)
          return "\(owner).\(property.swiftName): \(translator.type(of: property))"
        }
        if let found = property.object.flatMap({ line(rest, in: $0) }) { return found }
      }
      for value in cases(of: object) {
        if let found = line(steps, in: value.payload) { return found }
      }
      return nil
    }
  }

  private func cases(of object: ResponseType) -> [TypeCase] { object.isUnion ? [] : object.cases }

  /// The type of an inline fragment that is a property of an object because it is named or deferred; nil for others.
  private func part(of object: ResponseType, _ node: NodeID) -> ResponseType? {
    guard let fragment = object.fragmentProperties.first(where: { $0.definition == node }) else { return nil }
    return object.members.first { $0.type.path == fragment.typeName }?.type
  }
}
