import Apus
import ApusPlatform

/// A message from the server, in either dialect.
enum SocketMessage: Hashable {
  /// The server accepts the connection.
  case acknowledgement
  /// The server rejects the connection.
  case rejection(String)
  /// A response to an operation, as JSON.
  case next(id: String, Data)
  /// The errors that prevented an operation from being executed, as a JSON list. No message follows.
  case error(id: String, Data)
  /// The end of an operation.
  case complete(id: String)
  case ping
  /// A message that needs no response: a pong or a keep-alive.
  case nothing
  /// A message of a type that is not part of the protocol.
  case unknown(type: String)

  /// Parses a message.
  ///
  /// - Throws: ``GraphQLSubscriptionError/invalidMessage(_:)``.
  init(_ text: Data, _ dialect: SocketDialect) throws {
    let (id, type, place): (String?, String?, Range<Int>?)
    do {
      (id, type, place) = try text.withUnsafeBytes { text in
        let (id, type, payload) = try JSONMembers.ranges(of: "id", "type", "payload", in: text)
        return (Self.string(text, id), Self.string(text, type), payload)
      }
    } catch {
      throw GraphQLSubscriptionError.invalidMessage("a message is not a JSON object: \(Self.excerpt(text))")
    }
    let payload = place.map(text.slice(at:))
    guard let type else {
      throw GraphQLSubscriptionError.invalidMessage("a message has no type: \(Self.excerpt(text))")
    }
    func known() throws -> (String, Data) {
      guard let id, let payload else {
        throw GraphQLSubscriptionError.invalidMessage(
          "a message of type \(type) lacks its id or payload: \(Self.excerpt(text))")
      }
      return (id, payload)
    }
    switch (type, dialect) {
    // The most frequent one first, because comparing equal names is cheap.
    case ("next", .transportWS), ("data", .legacyWS):
      let (id, payload) = try known()
      self = .next(id: id, payload)
    case ("connection_ack", _): self = .acknowledgement
    // Without the id of an operation, it is an error of the connection.
    case ("error", _) where id == nil && payload != nil:
      self = .rejection(payload.map(Self.excerpt) ?? "no reason")
    case ("error", _):
      let (id, payload) = try known()
      self = .error(id: id, payload)
    case ("complete", _):
      guard let id else {
        throw GraphQLSubscriptionError.invalidMessage("a message of type complete lacks its id")
      }
      self = .complete(id: id)
    case ("ping", .transportWS): self = .ping
    case ("pong", .transportWS), ("ka", .legacyWS): self = .nothing
    // AppSync acknowledges subscriptions.
    case ("start_ack", .legacyWS): self = .nothing
    // Hasura sends this message in both dialects.
    case ("connection_error", _):
      self = .rejection(payload.map(Self.excerpt) ?? "no reason")
    default: self = .unknown(type: type)
    }
  }

  /// A string, or a number, which older servers use for an identifier; nil for any other value.
  private static func string(_ text: UnsafeRawBufferPointer, _ range: Range<Int>?) -> String? {
    guard let range else { return nil }
    let json = UnsafeRawBufferPointer(rebasing: text[range])
    guard json.first == UInt8(ascii: "\"") else {
      return (try? GraphQLValue(json: json))?.number?.description
    }
    if !json.contains(UInt8(ascii: "\\")) {
      return String(decoding: json.dropFirst().dropLast(), as: UTF8.self)
    }
    return (try? GraphQLValue(json: json))?.string
  }

  static func excerpt(_ text: Data) -> String { String(decoding: text.prefix(200), as: UTF8.self) }
}

extension SocketMessage {
  /// Converts the payload of an `error` message to a response. The payload is a list of errors, a single error, or any value in the older dialect.
  static func response(toErrors payload: Data) -> Data {
    let value = (try? GraphQLValue(json: payload)) ?? .null
    var errors = value.list ?? value["errors"].list ?? [value]
    errors = errors.map { error in
      error["message"].string == nil ? ["message": .string(error.string ?? "\(error)")] : error
    }
    if errors.isEmpty { errors = [["message": "the server gives no reason"]] }
    return Data(GraphQLValue.object(["errors": .list(errors)]).description.utf8)
  }
}
