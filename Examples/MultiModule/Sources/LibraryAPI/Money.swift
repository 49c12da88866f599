import Apus

/// An amount in a currency. This module's `apus.json` maps the scalar `Money` to it; modules that depend on this one need no configuration.
public struct Money: Hashable, Sendable {
  public var cents: Int
  public var currency: String

  public init(cents: Int, currency: String) {
    self.cents = cents
    self.currency = currency
  }
}

extension Money {
  /// The amount as people write it: `12.50 EUR`.
  public var text: String {
    let rest = String(abs(cents % 100))
    return "\(cents / 100).\(rest.count == 1 ? "0" + rest : rest) \(currency)"
  }
}

/// Decodes and encodes cents and currency with a space between, as the server sends them: `"1250 EUR"`.
public enum MoneyCodec: GraphQLCodec {
  /// The error for a string that is not such an amount.
  public struct NotMoney: Error {
    public let text: String
  }

  public static func read(from reader: inout GraphQLReader) throws -> Money {
    let text = try reader.readString()
    let parts = text.split(separator: " ")
    guard parts.count == 2, let cents = Int(parts[0]) else { throw NotMoney(text: text) }
    return Money(cents: cents, currency: String(parts[1]))
  }

  public static func write(_ value: Money, to writer: inout GraphQLWriter) throws {
    writer.writeString("\(value.cents) \(value.currency)")
  }
}
