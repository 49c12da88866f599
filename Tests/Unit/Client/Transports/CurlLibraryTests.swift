#if os(Linux)
  import ApusCurl
  import Foundation
  import Testing

  @testable import ApusClient

  /// Systems on which libcurl is elsewhere, too old, or not there.
  @Suite struct CurlLibraryTests {
    private func answer(_ transport: any GraphQLTransport) async throws -> String {
      let server = try RawServer { connection, _ in
        while connection.readRequest() != nil { connection.answer("here") }
      }
      let response = try await transport.send(GraphQLHTTPRequest(url: server.url))
      return String(decoding: response.body, as: UTF8.self)
    }

    /// As in a program that does not link to FoundationNetworking.
    @Test func `a library that the process has not loaded`() async throws {
      let handle = try #require(dlopen("libcurl.so.4", RTLD_NOW))
      let number = Int(bitPattern: handle)
      let symbols = CurlSymbols { dlsym(UnsafeMutableRawPointer(bitPattern: number), $0) }
      let transport = try #require(GraphQLCurlTransport(library: CurlLibrary(symbols)))
      #expect(try await answer(transport) == "here")
    }

    @Test func `no library`() async throws {
      let library = CurlLibrary(CurlSymbols { _ in nil })
      #expect(GraphQLCurlTransport(library: library) == nil)
      let error = await #expect(throws: GraphQLClientError.self) {
        try await answer(GraphQLClient.systemTransport(library))
      }
      for part in ["libcurl 7.68", "apt-get install libcurl4", "LinkedLibraries", "your own `transport`"] {
        #expect(error?.description.contains(part) == true)
      }
    }

    @Test func `the transport says which libcurl it calls, and in which form`() {
      let library = GraphQLCurlTransport.library
      #expect(library?.hasPrefix("libcurl/") == true)
      #expect(library?.hasSuffix(CurlSymbols.isLinked ? ", linked" : ", loaded") == true)
    }

    @Test func `an error without details has libcurl's text for its code`() throws {
      let easy = try #require(CurlLibrary.shared.flatMap { CurlEasy($0) })
      // CURLE_OPERATION_TIMEDOUT
      #expect(easy.text(of: 28) == "Timeout was reached")
      #expect(easy.text(of: 28) != easy.text(of: 7))
    }

    @Test func `a linked library that cannot be used is not one to install`() {
      let advice = CurlLibrary.advice(isLinked: true)
      #expect(advice.contains("7.68") && advice.contains("links"))
      #expect(!advice.contains("apt-get"))
    }

    /// 7.67 and older have no `curl_multi_wakeup`.
    @Test(arguments: ["curl_multi_socket_action", "curl_multi_wakeup"])
    func `a library that lacks a function`(_ function: String) {
      let library = CurlLibrary(CurlSymbols { $0 == function ? nil : CurlSymbols.system.address($0) })
      #expect(library == nil)
      #expect(GraphQLClient.systemTransport(library) is MissingTransport)
    }
  }
#endif
