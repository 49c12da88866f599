import ApusJSON
import ApusLanguageService

/// Encodes schema symbols that the client returns to the server when it resolves a completion.
enum SymbolData {
  static func form(_ symbol: Symbol) -> JSONOutput? {
    switch symbol {
    case .field(let number): ["field", .number(Int(number))]
    case .input(let number): ["input", .number(Int(number))]
    case .enumValue(let number): ["value", .number(Int(number))]
    case .type(let number): ["type", .number(Int(number))]
    case .directive(let number): ["directive", .number(Int(number))]
    case .fragment(let number): ["fragment", .number(Int(number))]
    default: nil
    }
  }

  static func symbol(_ data: Parameters) -> Symbol? {
    guard let parts = try? data.elements(), parts.count == 2, let kind = try? parts[0].string(),
      let number = try? parts[1].integer(), let id = UInt32(exactly: number)
    else { return nil }
    switch kind {
    case "field": return .field(id)
    case "input": return .input(id)
    case "value": return .enumValue(id)
    case "type": return .type(id)
    case "directive": return .directive(id)
    case "fragment": return .fragment(id)
    default: return nil
    }
  }
}
