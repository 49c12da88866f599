import Apus
import Foundation

extension GraphQLClient {
  /// The request for an operation.
  func request<Operation: GraphQLOperation>(
    for operation: Operation, _ form: GraphQLDocumentForm, _ options: GraphQLRequestOptions
  ) throws -> GraphQLHTTPRequest {
    let description = GraphQLOperationDescription(of: Operation.self)
    var request = try baseRequest(for: [description], options)
    let method = options.method ?? (usesGETForQueries ? .get : .post)
    // A document that is to be registered is posted: it may be too long for a URL.
    if description.kind == .query, method == .get, form != .registration {
      request.method = .get
      request.url = try GraphQLQueryString(operation, form, options.extensions).appended(to: url)
      return request
    }
    let (json, uploads) = try UploadCollector.collecting {
      try operation.requestBody(form, extensions: options.extensions)
    }
    if !uploads.isEmpty {
      let multipart = try MultipartRequest(json, uploads)
      request.headers["Content-Type"] = multipart.contentType
      // Servers that guard against forged requests from web pages ask for a field that a form cannot send.
      request.headers["GraphQL-Require-Preflight"] = "1"
      request.body = try multipart.body()
      return request
    }
    request.headers["Content-Type"] = "application/json"
    request.body = .bytes(Data(json))
    return request
  }

  /// What is common to every request.
  ///
  /// - Throws: ``GraphQLClientError`` for a subscription.
  func baseRequest(
    for operations: [GraphQLOperationDescription], _ options: GraphQLRequestOptions
  ) throws -> GraphQLHTTPRequest {
    if let subscription = operations.first(where: { $0.kind == .subscription }) {
      throw GraphQLClientError.invalidRequest(
        "\(subscription.name) is a subscription: it answers more than once, a request by HTTP does not")
    }
    var request = GraphQLHTTPRequest(
      url: url, timeout: options.timeout ?? timeout, operations: operations,
      isIdempotent: options.isIdempotent ?? operations.allSatisfy { $0.kind == .query })
    // What the server prefers to send with the older type is accepted, too.
    request.headers["Accept"] = "application/graphql-response+json, application/json;q=0.9"
    request.headers.merge(headers)
    request.headers.merge(options.headers)
    return request
  }
}
