#if os(Linux)
  /// The hash with which a server shows that it has read the handshake. RFC 6455 does not rely on it for security.
  ///
  /// Specification: RFC 3174.
  enum SHA1 {
    /// The 20 bytes of the hash.
    static func hash(_ bytes: [UInt8]) -> [UInt8] {
      var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
      var message = bytes + [0x80]
      message += [UInt8](repeating: 0, count: (120 - message.count % 64) % 64)
      let bitCount = UInt64(bytes.count) * 8
      for shift in stride(from: UInt64(56), through: 0, by: -8) {
        message.append(UInt8(truncatingIfNeeded: bitCount >> shift))
      }
      for start in stride(from: 0, to: message.count, by: 64) {
        add(message[start..<start + 64], to: &state)
      }
      return state.flatMap { word in
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
      }
    }

    private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
      var words: [UInt32] = []
      for start in stride(from: block.startIndex, to: block.endIndex, by: 4) {
        words.append(block[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) })
      }
      for index in 16..<80 {
        let word = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
        words.append(word << 1 | word >> 31)
      }
      var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
      for index in 0..<80 {
        let (mix, constant): (UInt32, UInt32)
        switch index {
        case 0..<20: (mix, constant) = ((b & c) | (~b & d), 0x5A82_7999)
        case 20..<40: (mix, constant) = (b ^ c ^ d, 0x6ED9_EBA1)
        case 40..<60: (mix, constant) = ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
        default: (mix, constant) = (b ^ c ^ d, 0xCA62_C1D6)
        }
        let rotated = a << 5 | a >> 27
        let next = rotated &+ mix &+ e &+ constant &+ words[index]
        (e, d, c, b, a) = (d, c, b << 30 | b >> 2, a, next)
      }
      for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
    }
  }
#endif
