import ApusSource
import ApusSyntax

/// Things whose names are unique within a scope, in schemas and in documents.
///
/// This is the table of all such rules: the code and the message of each. The walks over schemas and documents find the names.
package enum UniqueName {
  case type, directiveDefinition, operationType, enumValue, field, argumentDefinition
  case argument, inputField, directive
  case operation, fragment, variable

  package var code: DiagnosticCode { row.code }

  /// - Parameter name: the name as people write it: `Album.title`, `@auth`, `$id`.
  package func message(_ name: String) -> String {
    let (_, before, after) = row
    return before + (self == .operationType ? name : "\"\(name)\"") + after
  }

  private var row: (code: DiagnosticCode, before: String, after: String) {
    switch self {
    case .type: (.duplicateType, "There can be only one type named ", ".")
    case .directiveDefinition: (.duplicateDirectiveDefinition, "There can be only one directive named ", ".")
    case .operationType: (.duplicateOperationType, "There can be only one ", " type in schema.")
    case .enumValue: (.duplicateEnumValue, "Enum value ", " can only be defined once.")
    case .field: (.duplicateField, "Field ", " can only be defined once.")
    case .argumentDefinition: (.duplicateArgumentDefinition, "Argument ", " can only be defined once.")
    case .argument: (.duplicateArgument, "There can be only one argument named ", ".")
    case .inputField: (.duplicateInputField, "There can be only one input field named ", ".")
    case .directive: (.duplicateDirective, "The directive ", " can only be used once at this location.")
    case .operation: (.duplicateOperation, "There can be only one operation named ", ".")
    case .fragment: (.duplicateFragment, "There can be only one fragment named ", ".")
    case .variable: (.duplicateVariable, "There can be only one variable named ", ".")
    }
  }
}

extension SyntaxTree {
  /// Groups the nodes that share their name with another. Each group is in source order.
  package func groupsOfOneName(_ list: [NodeID]) -> [[NodeID]] {
    var order: [NameID] = []
    var groups: [NameID: [NodeID]] = [:]
    for node in list {
      let name = nodes[node].name
      if groups[name] == nil { order.append(name) }
      groups[name, default: []].append(node)
    }
    return order.compactMap { groups[$0] }.filter { $0.count > 1 }
  }
}
