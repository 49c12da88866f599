/// The SHA-256 hash (FIPS 180-4, section 6.2) in lowercase hexadecimal. The compiler computes the IDs of documents with it, and the client those of
/// documents as text.
package enum SHA256 {
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]

  /// The hash of a string's UTF-8 bytes.
  package static func hexadecimal(_ text: String) -> String {
    var text = text
    // The text is followed by a one bit, zeros, and its length in bits, padded to whole blocks.
    let count = text.utf8.count
    let size = (count + 9 + 63) / 64 * 64
    let message = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    defer { message.deallocate() }
    message.initialize(repeating: 0, count: size)
    text.withUTF8 { bytes in
      if let base = bytes.baseAddress { message.update(from: base, count: bytes.count) }
    }
    message[count] = 0x80
    let bitCount = UInt64(truncatingIfNeeded: count) * 8
    for index in 0..<8 {
      message[size - 1 - index] = UInt8(
        truncatingIfNeeded: bitCount &>> UInt64(truncatingIfNeeded: index * 8))
    }
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    var schedule = [UInt32](repeating: 0, count: 64)
    // Uses pointers: a kilobyte of document is sixteen blocks, and an unoptimized build pays for every subscript.
    constants.withUnsafeBufferPointer { constants in
      schedule.withUnsafeMutableBufferPointer { schedule in
        state.withUnsafeMutableBufferPointer { state in
          guard let k = constants.baseAddress, let w = schedule.baseAddress, let h = state.baseAddress else {
            return
          }
          var offset = 0
          while offset < size {
            addBlock(message + offset, k, w, h)
            offset += 64
          }
        }
      }
    }
    return String(unsafeUninitializedCapacity: 64) { text in
      var index = 0
      for word in state {
        var shift: UInt32 = 32
        while shift > 0 {
          shift = shift &- 4
          let digit = UInt8(truncatingIfNeeded: word &>> shift) & 15
          text.initializeElement(
            at: index, to: digit &+ (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") &- 10))
          index = index &+ 1
        }
      }
      return index
    }
  }

  private static func addBlock(
    _ m: UnsafePointer<UInt8>, _ k: UnsafePointer<UInt32>, _ w: UnsafeMutablePointer<UInt32>,
    _ h: UnsafeMutablePointer<UInt32>
  ) {
    var t = 0
    while t < 16 {
      let b = m + t &* 4
      w[t] =
        UInt32(truncatingIfNeeded: b[0]) &<< 24 | UInt32(truncatingIfNeeded: b[1]) &<< 16
        | UInt32(truncatingIfNeeded: b[2]) &<< 8 | UInt32(truncatingIfNeeded: b[3])
      t = t &+ 1
    }
    while t < 64 {
      let x = w[t &- 15]
      let y = w[t &- 2]
      let s0 = (x &>> 7 | x &<< 25) ^ (x &>> 18 | x &<< 14) ^ (x &>> 3)
      let s1 = (y &>> 17 | y &<< 15) ^ (y &>> 19 | y &<< 13) ^ (y &>> 10)
      w[t] = w[t &- 16] &+ s0 &+ w[t &- 7] &+ s1
      t = t &+ 1
    }
    var (a, b, c, d) = (h[0], h[1], h[2], h[3])
    var (e, f, g, i) = (h[4], h[5], h[6], h[7])
    t = 0
    while t < 64 {
      let s1 = (e &>> 6 | e &<< 26) ^ (e &>> 11 | e &<< 21) ^ (e &>> 25 | e &<< 7)
      let t1 = i &+ s1 &+ ((e & f) ^ (~e & g)) &+ k[t] &+ w[t]
      let s0 = (a &>> 2 | a &<< 30) ^ (a &>> 13 | a &<< 19) ^ (a &>> 22 | a &<< 10)
      let t2 = s0 &+ ((a & b) ^ (a & c) ^ (b & c))
      i = g
      g = f
      f = e
      e = d &+ t1
      d = c
      c = b
      b = a
      a = t1 &+ t2
      t = t &+ 1
    }
    h[0] = h[0] &+ a
    h[1] = h[1] &+ b
    h[2] = h[2] &+ c
    h[3] = h[3] &+ d
    h[4] = h[4] &+ e
    h[5] = h[5] &+ f
    h[6] = h[6] &+ g
    h[7] = h[7] &+ i
  }
}
