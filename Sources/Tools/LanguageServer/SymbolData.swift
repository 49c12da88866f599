import ApusSource
import ApusLanguageService
import ApusSchema

/// Encodes schema symbols that the client returns to the server when it resolves a completion.
enum SymbolData {
  static func form(_ symbol: Symbol) -> JSONOutput? {
    switch symbol {
    case .field(let number): ["field", .number(number.index)]
    case .input(let number): ["input", .number(number.index)]
    case .enumValue(let number): ["value", .number(number.index)]
    case .type(let number): ["type", .number(number.index)]
    case .directive(let number): ["directive", .number(number.index)]
    case .fragment(let number): ["fragment", .number(Int(number))]
    default: nil
    }
  }

  /// The symbol that ``form(_:)`` encoded; nil if the schema has none of that number, because it has changed since.
  static func symbol(_ data: Parameters, _ schema: Schema) -> Symbol? {
    guard let parts = try? data.elements(), parts.count == 2, let kind = try? parts[0].string(),
      let number = try? parts[1].integer(), let id = UInt32(exactly: number)
    else { return nil }
    return switch kind {
    case "field": schema.allFields.id(id).map(Symbol.field)
    case "input": schema.allInputValues.id(id).map(Symbol.input)
    case "value": schema.allEnumValues.id(id).map(Symbol.enumValue)
    case "type": schema.allTypes.id(id).map(Symbol.type)
    case "directive": schema.allDirectives.id(id).map(Symbol.directive)
    case "fragment": id > 0 && number < schema.names.count ? .fragment(id) : nil
    default: nil
    }
  }
}
