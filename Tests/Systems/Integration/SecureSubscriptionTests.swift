#if os(Linux)
  import Apus
  import ApusClient
  import Foundation
  import Testing

  extension ServerTests {
    /// Subscriptions by TLS: each transport, each server that speaks it, certificates good and bad.
    @Suite(
      .serialized, .enabled(if: TLSServers.areAvailable, "There is no openssl, or no Python for the servers.")
    )
    struct SecureSubscriptionTests {
      /// A way to subscribe.
      enum Kind: String, CaseIterable, CustomTestStringConvertible, Sendable {
        case webSocket, legacyWebSocket, eventStream, multipart

        var testDescription: String { rawValue }

        /// The servers that speak it.
        var servers: [SubscriptionServer] {
          switch self {
          case .webSocket, .eventStream: SubscriptionServer.allCases
          case .legacyWebSocket: [.ariadne, .handmade]
          case .multipart: [.strawberry, .handmade]
          }
        }

        func client(
          _ server: SubscriptionServer, _ port: SubscriptionServer.Port, knowsAuthority: Bool = true
        ) async throws -> GraphQLClient {
          let file = URL(fileURLWithPath: try await server.ready().authority)
          let authority = knowsAuthority ? file : nil
          var client = try await server.client(
            self == .legacyWebSocket ? server.legacyPath : "/graphql", port
          ) {
            $0.curl.certificateAuthorities = authority
            // A good certificate is tried once more, should the machine be slow; a bad one never is.
            $0.reconnect = GraphQLReconnectPolicy(maximumAttempts: 2, firstDelay: .milliseconds(10))
          }
          let transport = try GraphQLCurlTransport(
            GraphQLCurlTransport.Configuration(certificateAuthorities: authority))
          let once = GraphQLReconnectPolicy(maximumAttempts: 2, firstDelay: .milliseconds(10))
          switch self {
          case .webSocket, .legacyWebSocket: break
          case .eventStream:
            client.subscriptions = GraphQLHTTPSubscriptionTransport(
              .eventStream, over: transport, reconnect: once)
          case .multipart:
            client.subscriptions = GraphQLHTTPSubscriptionTransport(
              .multipart, over: transport, reconnect: once)
          }
          return client
        }
      }

      @Test(arguments: Kind.allCases)
      func `a good certificate`(_ kind: Kind) async throws {
        for server in kind.servers {
          let client = try await kind.client(server, \.tls)
          #expect(try await SubscriptionServer.numbers(client, from: 3) == [3, 2, 1, 0], "\(server)")
        }
      }

      @Test(arguments: Kind.allCases)
      func `a good certificate, sixteen megabytes`(_ kind: Kind) async throws {
        for server in kind.servers where server != .handmade {
          let client = try await kind.client(server, \.tls)
          var count = 0
          for try await data in client.subscribe(to: BigMessageSubscription(bytes: 16 << 20)) {
            count += data.bigMessage.utf8.count
          }
          #expect(count == 16 << 20, "\(server)")
        }
      }

      @Test(arguments: Kind.allCases, ["self-signed", "for another host", "of an unknown authority"])
      func `a certificate that nobody vouches for`(_ kind: Kind, _ fault: String) async throws {
        for server in kind.servers {
          let client =
            switch fault {
            case "self-signed": try await kind.client(server, \.selfSigned)
            case "for another host": try await kind.client(server, \.wrongHost)
            default: try await kind.client(server, \.tls, knowsAuthority: false)
            }
          do {
            _ = try await SubscriptionServer.numbers(client, from: 1)
            Issue.record("nothing was thrown")
          } catch {
            #expect(Self.code(of: error) == .serverCertificateUntrusted, "\(server): \(error)")
          }
        }
      }

      /// The code of the error that a transport met.
      private static func code(of error: any Error) -> GraphQLConnectionError.Code? {
        switch error {
        case GraphQLSubscriptionError.connectionLost(let cause): code(of: cause)
        case GraphQLClientError.transport(let cause): code(of: cause)
        default: (error as? GraphQLConnectionError)?.code
        }
      }
    }
  }
#endif
