import Apus
import ApusPlatform

/// The parameters of a request by GET.
///
/// Specification: <https://graphql.github.io/graphql-over-http/draft/#sec-GET>.
struct GraphQLQueryString {
  private var parameters: [(name: String, value: String)] = []

  init(_ operation: RequestParameters, _ form: GraphQLDocumentForm, _ extensions: [String: GraphQLValue]) {
    var extensions = extensions
    switch form {
    case .document, .registration: parameters.append(("query", operation.document))
    case .identifier: parameters.append(("documentId", operation.id))
    case .hash: break
    }
    if let name = operation.name { parameters.append(("operationName", name)) }
    let variables = String(decoding: operation.variables, as: UTF8.self)
    if variables != "{}" { parameters.append(("variables", variables)) }
    if let onError = operation.onError { parameters.append(("onError", onError.rawValue)) }
    if form == .hash || form == .registration {
      extensions["persistedQuery"] = ["version": 1, "sha256Hash": .string(operation.id)]
    }
    if !extensions.isEmpty {
      parameters.append(("extensions", GraphQLValue.object(extensions).description))
    }
  }

  /// Appends the parameters to those that the URL already has.
  func appended(to url: URL) throws -> URL {
    guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      throw GraphQLClientError.invalidRequest("\(url.shown) is not a URL to which parameters can be added")
    }
    let own = parameters.map { $0.name + "=" + Self.encoded($0.value) }.joined(separator: "&")
    let present = components.percentEncodedQuery.map { $0.isEmpty ? "" : $0 + "&" } ?? ""
    components.percentEncodedQuery = present + own
    guard let url = components.url else {
      throw GraphQLClientError.invalidRequest("\(url.shown) is not a URL to which parameters can be added")
    }
    return url
  }

  /// Encodes everything but RFC 3986's unreserved characters: servers read `+` as a space.
  static func encoded(_ text: String) -> String {
    var encoded: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in text.utf8 {
      switch byte {
      case 48...57, 65...90, 97...122, 45, 46, 95, 126: encoded.append(byte)
      default: encoded += [37, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
