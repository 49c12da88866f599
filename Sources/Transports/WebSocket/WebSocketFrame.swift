#if os(Linux)
  import ApusPlatform

  /// A frame of a WebSocket connection.
  ///
  /// Specification: RFC 6455, section 5.2.
  enum WebSocketFrame {
    /// The kind of a frame.
    enum Opcode: UInt8 {
      case continuation = 0
      case text = 1
      case binary = 2
      case close = 8
      case ping = 9
      case pong = 10

      /// Whether the frame is about the connection. It may come between the frames of a message, and is short.
      var isControl: Bool { rawValue & 8 != 0 }
    }

    /// The maximum number of bytes in a control frame.
    static let maximumControlBytes = 125

    /// Appends a frame in the form for clients: final, and masked with an unpredictable key.
    ///
    /// - Parameters:
    ///   - key: the masking key, from the system's random number generator unless a test passes another.
    static func append(
      _ opcode: Opcode, _ payload: Data, key: UInt32 = UInt32.random(in: .min ... .max), to bytes: inout Data
    ) {
      let count = payload.count
      bytes.reserveCapacity(bytes.count + count + 14)
      bytes.append(0x80 | opcode.rawValue)
      let isMasked: UInt8 = 0x80
      if count < 126 {
        bytes.append(isMasked | UInt8(count))
      } else if count <= 0xFFFF {
        bytes.append(isMasked | 126)
        bytes.append(UInt8(count >> 8))
        bytes.append(UInt8(count & 0xFF))
      } else {
        bytes.append(isMasked | 127)
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8((count >> shift) & 0xFF)) }
      }
      let key = key.bigEndian
      withUnsafeBytes(of: key) { bytes.append(contentsOf: $0) }
      let start = bytes.count
      bytes.append(payload)
      mask(&bytes, from: start, key)
    }

    /// Combines the bytes from `start` on with the key, eight at a time.
    private static func mask(_ bytes: inout Data, from start: Int, _ key: UInt32) {
      bytes.withUnsafeMutableBytes { buffer in
        let payload = UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
        let wide = UInt64(key) | UInt64(key) << 32
        var index = 0
        while index + 8 <= payload.count {
          let word = payload.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          payload.storeBytes(of: word ^ wide, toByteOffset: index, as: UInt64.self)
          index += 8
        }
        withUnsafeBytes(of: wide) { key in
          var offset = 0
          while index < payload.count {
            payload[index] ^= key[offset]
            index += 1
            offset += 1
          }
        }
      }
    }
  }
#endif
