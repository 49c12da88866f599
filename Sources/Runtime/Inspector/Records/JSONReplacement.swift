/// Replaces values in JSON, and keeps everything else as it is. JSON that was cut stays so.
enum JSONReplacement {
  /// - Parameters:
  ///   - hides: whether the value of a member is replaced, given its name, and whether it is in a value that is. The name of the outermost value
  ///     is nil.
  ///   - string: the replacement of a string, both with quotation marks. Numbers become 0, and Booleans false.
  static func json(
    _ json: some Sequence<UInt8>, hides: (_ name: ArraySlice<UInt8>?, _ isInHidden: Bool) -> Bool,
    string: (ArraySlice<UInt8>) -> [UInt8]
  ) -> [UInt8] {
    var output: [UInt8] = []
    var input = Array(json)[...]
    var containers: [(isObject: Bool, isHidden: Bool)] = []
    var (isName, isHidden) = (false, hides(nil, false))
    while let byte = input.first {
      switch byte {
      case UInt8(ascii: "\""):
        let text = takeString(&input)
        if isName { isHidden = hides(text.dropFirst().dropLast(), containers.last?.isHidden ?? false) }
        output += isName || !isHidden ? Array(text) : string(text)
        isName = false
      case UInt8(ascii: "t") where isHidden, UInt8(ascii: "f") where isHidden:
        takeWord(&input)
        output += Array("false".utf8)
      case UInt8(ascii: "-") where isHidden, 0x30...0x39 where isHidden:
        takeWord(&input)
        output.append(UInt8(ascii: "0"))
      default:
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          isName = byte == UInt8(ascii: "{")
          containers.append((isName, isHidden))
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          containers.removeLast(containers.isEmpty ? 0 : 1)
          isName = false
        case UInt8(ascii: ","):
          isName = containers.last?.isObject ?? false
          isHidden = containers.last?.isHidden ?? isHidden
        default: break
        }
        output.append(byte)
        input.removeFirst()
      }
    }
    return output
  }

  static func takeString(_ input: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = input.startIndex + 1
    while end < input.endIndex, input[end] != UInt8(ascii: "\"") {
      end += input[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    end = min(end + 1, input.endIndex)
    defer { input = input[end...] }
    return input[..<end]
  }

  static func takeWord(_ input: inout ArraySlice<UInt8>) {
    input = input.drop { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "E"),
        UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        true
      default: false
      }
    }
  }
}
