import ApusClient
import AsyncHTTPClient
import NIOCore
import NIOHTTP1

extension HTTPClientRequest {
  init(_ request: GraphQLHTTPRequest, _ body: RequestBody) {
    self.init(url: request.url.absoluteString)
    method = HTTPMethod(rawValue: request.method.rawValue)
    for field in request.headers.fields { headers.add(name: field.name, value: field.value) }
    if !headers.contains(name: "Accept-Encoding") {
      headers.add(name: "Accept-Encoding", value: "gzip, deflate")
    }
    if request.body.byteCount == 0 { return }
    // Only a body that is read piece by piece shows how much of it was sent, but it costs thread switches.
    if case .bytes(let bytes) = request.body, !request.mustBeSentOnce, request.progress == nil {
      self.body = .bytes(ByteBuffer(bytes: bytes))
    } else {
      self.body = .stream(body, length: .known(Int64(request.body.byteCount)))
    }
  }
}

extension GraphQLHTTPHeaders {
  init(_ headers: HTTPHeaders) { self.init(headers.lazy.map { Field(name: $0.name, value: $0.value) }) }
}
