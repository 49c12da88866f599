import Apus
import ApusHTTP
import ApusWebSocket
import Foundation
import Testing

import ApusClient

/// The defaults that the documentation promises: who changes one changes the program of everybody who relies on it.
@Suite(.timeLimit(.minutes(15))) struct DefaultsTests {
  private let url = URL(filePath: "/graphql")

  @Test func `a client has the documented defaults`() {
    let client = GraphQLClient(url: url)
    #expect(client.headers == [:])
    #expect(client.timeout == .seconds(60))
    #expect(client.deadline == nil)
    #expect(client.maximumResponseBytes == 268_435_456)
    #expect(client.maximumParts == 100_000)
    #expect(client.forwardedHeaders == [])
    #expect(client.documents == .text)
    #expect(client.queryMethod == .post)
    #expect(client.onError == nil)
    #expect(client.interceptors.isEmpty && client.checks.isEmpty)
  }

  @Test func `request options`() {
    let options = GraphQLRequestOptions()
    #expect(options.headers == [:])
    #expect(options.timeout == nil && options.deadline == nil)
    #expect(options.maximumResponseBytes == nil && options.maximumParts == nil)
    #expect(options.method == nil && options.isIdempotent == nil && options.onError == nil)
    #expect(options.extensions.isEmpty && options.interceptors.isEmpty)
    #expect(options.progress == nil)
  }

  @Test func `a request has the documented defaults`() {
    let request = GraphQLHTTPRequest(url: url)
    #expect(request.method == .post)
    #expect(request.headers == [:])
    #expect(request.timeout == nil && request.deadline == nil)
    #expect(request.maximumResponseBytes == 268_435_456)
    #expect(request.forwardedHeaders == [])
    #expect(request.operations.isEmpty)
    #expect(!request.isIdempotent)
    #expect(request.attempt == 1)
    #expect(request.progress == nil)
  }

  @Test func `uploads have the documented defaults`() {
    #expect(GraphQLUpload(data: Data(), fileName: "a").contentType == "application/octet-stream")
    #expect(GraphQLUpload(file: url).contentType == "application/octet-stream")
  }

  @Test func `retries have the documented defaults`() {
    let retry = GraphQLRetryInterceptor()
    #expect(retry.maximumAttempts == 3)
    #expect(retry.firstDelay == .milliseconds(200))
    #expect(retry.maximumDelay == .seconds(20))
    #expect(retry.statuses == [408, 429, 502, 503, 504])
    #expect(retry.connectivity == nil)
  }

  @Test func `subscription options`() {
    let options = GraphQLSubscriptionOptions()
    #expect(options.headers == [:])
    #expect(options.extensions.isEmpty)
    #expect(options.onError == nil)
    #expect(options.buffer == .suspend(maximumBytes: 16_777_216))
    #expect(GraphQLSubscriptionBuffer.newest(limit: 1) == .newest(limit: 1, maximumBytes: 16_777_216))
    #expect(options.resubscribes)
  }

  @Test func `reconnecting has the documented defaults`() {
    let policy = GraphQLReconnectPolicy()
    #expect(policy.maximumAttempts == 6)
    #expect(policy.firstDelay == .seconds(1))
    #expect(policy.maximumDelay == .seconds(30))
    #expect(policy.healthyAfter == .seconds(10))
    #expect(policy.closeCodes == [1000, 1001, 1005, 1006, 1012, 1013, 1014, 4408])
    #expect(policy.connectivity === GraphQLConnectivity.system)
    #expect(GraphQLReconnectPolicy.never.maximumAttempts == 1)
  }

  @Test func `sockets have the documented defaults`() {
    let configuration = GraphQLWebSocketTransport.Configuration()
    #expect(configuration.authorization == nil)
    #expect(configuration.reconnect.maximumAttempts == 6)
    #expect(configuration.acknowledgementTimeout == .seconds(10))
    #expect(configuration.idleTimeout == .seconds(5))
    #expect(configuration.keepAlive == .seconds(30))
    #expect(configuration.maximumMessageBytes == 67_108_864)
    #expect(configuration.onUnknownMessage != nil)
    let limits = WebSocketLimits()
    #expect(limits.maximumMessageBytes == 67_108_864)
    #expect(limits.maximumBufferedBytes == 1_048_576)
    #expect(limits.keepAlive == .seconds(30))
    #expect(limits.pingInterval == nil)
    #expect(limits.connectTimeout == .seconds(30))
  }

  @Test func `event streams have the documented defaults`() {
    let events = GraphQLHTTPSubscriptionTransport(.eventStream)
    #expect(events.url == nil && events.transport == nil)
    #expect(events.reconnect.maximumAttempts == 6)
    #expect(events.maximumSilence == .seconds(90))
    #expect(GraphQLHTTPSubscriptionTransport(.eventStream, url: url).maximumSilence == .seconds(90))
    let parts = GraphQLHTTPSubscriptionTransport(.multipart)
    #expect(parts.url == nil && parts.transport == nil)
    #expect(parts.reconnect.maximumAttempts == 6)
    #expect(parts.maximumSilence == .seconds(90))
    #expect(GraphQLHTTPSubscriptionTransport(.multipart, url: url).maximumSilence == .seconds(90))
  }

  #if os(Linux)
    @Test func `libcurl's defaults are the documented ones`() {
      let configuration = GraphQLCurlTransport.Configuration()
      #expect(configuration.maximumConnectionsPerHost == 32)
      #expect(configuration.slowRequestTime == .seconds(2))
      #expect(configuration.certificateAuthorities == nil)
      #expect(configuration.pinnedPublicKeys == [])
      #expect(configuration.clientCertificate == nil)
      #expect(!configuration.requiresTLS13)
      #expect(configuration.connectTimeout == nil)
      #expect(configuration.proxy == nil && configuration.unixSocket == nil)
      #expect(configuration.usesHTTP2)
      #expect(configuration.maximumIdleTime == .seconds(4))
    }
  #endif
}
