#if os(Linux)
  import ApusCurl
  import ApusPlatform
  import Foundation
  import TestSupport

  @testable import ApusClient

  /// libcurl, of which a test replaces functions.
  enum ReplacedCurl {
    typealias Receive =
      @Sendable @convention(c) (
        OpaquePointer?, UnsafeMutableRawPointer?, Int, UnsafeMutablePointer<Int>?
      ) -> Int32
    typealias SetOption = @Sendable @convention(c) (OpaquePointer?, Int32, Int) -> Int32
    typealias Remove = @Sendable @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32
    typealias Act =
      @Sendable @convention(c) (
        OpaquePointer?, Int32, Int32, UnsafeMutablePointer<Int32>?
      ) -> Int32

    static let receive = unsafeBitCast(CurlSymbols.system.address("curl_easy_recv"), to: Receive.self)
    static let setOption = unsafeBitCast(
      CurlSymbols.system.address("curl_easy_setopt"), to: SetOption.self)
    static let remove = unsafeBitCast(
      CurlSymbols.system.address("curl_multi_remove_handle"), to: Remove.self)

    static let act = unsafeBitCast(CurlSymbols.system.address("curl_multi_socket_action"), to: Act.self)

    /// - Parameter replaced: the addresses of functions by their names.
    static func library(_ replaced: [String: Int]) -> CurlLibrary? {
      let symbols = CurlSymbols { name in
        replaced[name].flatMap { UnsafeMutableRawPointer(bitPattern: $0) } ?? CurlSymbols.system.address(name)
      }
      return CurlLibrary(symbols)
    }

    /// A libcurl whose reads always find one byte.
    enum Trickle {
      static let reads = Tally()

      private static let receive: Receive = { _, buffer, _, count in
        Trickle.reads.add(1)
        buffer?.storeBytes(of: 97, as: UInt8.self)
        count?.pointee = 1
        return 0
      }

      static var library: CurlLibrary? {
        ReplacedCurl.library(["curl_easy_recv": unsafeBitCast(receive, to: Int.self)])
      }
    }

    /// A libcurl that counts the sockets it is told of.
    enum Counting {
      static let sockets = Tally()

      private static let act: Act = { multi, socket, events, running in
        if socket >= 0 { Counting.sockets.add(1) }
        return ReplacedCurl.act(multi, socket, events, running)
      }

      static var library: CurlLibrary? {
        ReplacedCurl.library(["curl_multi_socket_action": unsafeBitCast(act, to: Int.self)])
      }
    }

    /// A libcurl whose reads always fill the memory, once it floods.
    enum Flood {
      static let isOn = Locked(false)

      private static let receive: Receive = { easy, buffer, size, count in
        guard Flood.isOn.withLock({ $0 }), let buffer, let count else {
          return ReplacedCurl.receive(easy, buffer, size, count)
        }
        memset(buffer, 97, size)
        count.pointee = size
        return 0
      }

      static var library: CurlLibrary? {
        ReplacedCurl.library(["curl_easy_recv": unsafeBitCast(receive, to: Int.self)])
      }
    }

    /// A libcurl whose name lookups do not end. Closing a connection waits for its lookup, unless CURLOPT_QUICK_EXIT is set.
    enum Lookup {
      static let begun = Tally()
      /// How many connections are waited for, or were.
      static let waits = Tally()
      static let closed = Tally()
      static let isOver = Locked(false)
      /// The handles with the option, as numbers.
      private static let quick = Locked<Set<Int>>([])
      private static let quickExit: Int32 = 322

      private static let setOption: SetOption = { easy, option, value in
        let number = Int(bitPattern: easy)
        if option == Lookup.quickExit, value == 1 { Lookup.quick.withLock { _ = $0.insert(number) } }
        return ReplacedCurl.setOption(easy, option, value)
      }
      private static let setOptionBefore787: SetOption = { easy, option, value in
        // CURLE_UNKNOWN_OPTION
        option == Lookup.quickExit ? 48 : ReplacedCurl.setOption(easy, option, value)
      }
      private static let remove: Remove = { multi, easy in
        let number = Int(bitPattern: easy)
        if Lookup.quick.withLock({ $0.remove(number) }) == nil {
          Lookup.waits.add(1)
          blockThread { Lookup.isOver.withLock { $0 } }
        }
        Lookup.closed.add(1)
        return ReplacedCurl.remove(multi, easy)
      }
      private static let act: Act = { _, _, _, running in
        Lookup.begun.add(1)
        running?.pointee = 1
        return 0
      }

      static func library(hasQuickExit: Bool) -> CurlLibrary? {
        ReplacedCurl.library([
          "curl_easy_setopt": unsafeBitCast(hasQuickExit ? setOption : setOptionBefore787, to: Int.self),
          "curl_multi_remove_handle": unsafeBitCast(remove, to: Int.self),
          "curl_multi_socket_action": unsafeBitCast(act, to: Int.self),
        ])
      }
    }
  }
#endif
