import Apus
import Foundation
import TestSupport
import Testing

/// Mutated texts: the reader must accept and refuse what the reference parser does, read the same values, and never
/// leave the text's bytes.
///
/// A full run is a million inputs under the address sanitizer:
/// `APUS_FUZZ_INPUTS=1000000 swift test -c release --sanitize=address --filter FuzzTests`
@Suite(.timeLimit(.minutes(15))) struct FuzzTests {
  @Test func `agrees with the reference`() throws {
    let environment = ProcessInfo.processInfo.environment
    let inputs = environment["APUS_FUZZ_INPUTS"].flatMap(Int.init) ?? 2_000
    var generator = SeededRandom(environment["APUS_FUZZ_SEED"].flatMap(UInt64.init) ?? 1)
    var accepted = 0
    for _ in 0..<inputs {
      let json = mutated(&generator)
      let reference = ReferenceJSON.value(withoutHalves(json))
      let direct = try? GraphQLValue(json: json)
      if reference != nil { accepted += 1 }
      guard direct == reference else {
        Issue.record("differs: \(String(decoding: json, as: UTF8.self)) \(json)")
        return
      }
      // As a value that is passed over.
      let member = Array(#"{"skipped":"#.utf8) + json + Array("}".utf8)
      let isSkippable = (try? Nothing(json: member)) != nil
      guard isSkippable == (ReferenceJSON.value(withoutHalves(member)) != nil) else {
        Issue.record("skipped differs: \(String(decoding: member, as: UTF8.self)) \(member)")
        return
      }
      // Into structs: whatever the layout, the result is that of the canonical text.
      for agrees in [
        agrees(Zoo.self), agrees(AlbumsQuery.Data.self), agrees(Scalars.self), agrees(ConditionalAlbum.self),
      ] {
        guard agrees(json, reference) else {
          Issue.record("struct differs: \(String(decoding: json, as: UTF8.self)) \(json)")
          return
        }
      }
    }
    // Neither all nor nothing, or the mutations say nothing.
    #expect(accepted * 20 > inputs && accepted < inputs)
  }

  /// The text with U+FFFD for each escape of half a surrogate pair, which the reference refuses.
  private func withoutHalves(_ json: [UInt8]) -> [UInt8] {
    var result = json
    func unit(_ index: Int) -> UInt16? {
      guard index + 6 <= json.count, json[index] == UInt8(ascii: "\\"), json[index + 1] == UInt8(ascii: "u")
      else {
        return nil
      }
      let digits = json[(index + 2)..<(index + 6)]
      guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
      return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
    var index = 0
    while index < json.count {
      guard json[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      guard let first = unit(index) else {
        index += 2
        continue
      }
      let second = unit(index + 6)
      if UTF16.isLeadSurrogate(first), let second, UTF16.isTrailSurrogate(second) {
        index += 12
        continue
      }
      if UTF16.isSurrogate(first) {
        result.replaceSubrange((index + 2)..<(index + 6), with: Array("fffd".utf8))
      }
      index += 6
    }
    return result
  }

  private func agrees<T: GraphQLObject>(_ type: T.Type) -> ([UInt8], GraphQLValue?) -> Bool {
    { json, reference in
      let direct = try? T(json: json)
      let canonical = try? reference.map { try T(json: $0.json()) }
      return direct == canonical
    }
  }

  /// Members in another order at every level, and some that nobody asks for.
  private static let outOfOrder = (try? GraphQLValue(json: albums)).map { shuffled($0) } ?? ""

  private static let seeds: [[UInt8]] = [
    albums, outOfOrder,
    #"{"animals":[{"name":"Tom","nickname":null,"purrs":true,"__typename":"Cat"},{"__typename":"Dog","name":"R","nickname":"x"},{"__isPet":"P","__typename":"P","name":"\ud83d\ude00","nickname":""}]}"#,
    #"{"string":"é\n","int":-7,"double":-0.5e1,"bool":true,"id":1,"genre":"ROCK","strings":["",""],"ints":[1,-2],"intsOrNil":[0],"doubles":[1e300,0.1],"doublesOrNil":[3],"bools":[true,false],"boolsOrNil":null,"ids":["1",2],"idsOrNil":["9"],"genres":["JAZZ"]}"#,
    #"{"id":"1","title":"t","artist":{"name":"n","born":1},"note":"x","...Card":{"title":"t","artist":{"name":"n","born":1},"year":2,"tracks":[{"title":"a"}]}}"#,
    #" [ {"a":1,"b":[true,false,null]} , "x\u0041" , 12.5e-3 , [] , {} ] "#, "0", #""\\""#, "-1.5E+10",
    "[[[[]]]]",
  ].map { Array($0.utf8) }

  private static let tokens: [[UInt8]] =
    [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud83d", "\\ude00", "null", "true", "false", "0",
      "-", "1e999", ".5", "e",
      "\"__typename\":\"Cat\",", "\"a\":", "\"name\":\"x\",", "\n", " ", "\t", "\u{0}", "\u{1F}", "é", "😀",
      "{\"a\":1}", "[1,2]",
      "1.0", "9223372036854775808", "\"\"", "\\n", "\\\"",
    ].map { Array($0.utf8) } + [[0x80], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF]]

  private func mutated(_ generator: inout SeededRandom) -> [UInt8] {
    var json = Self.seeds.randomElement(using: &generator) ?? []
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      let place = Int.random(in: 0...json.count, using: &generator)
      let end = min(json.count, place + Int.random(in: 1...8, using: &generator))
      switch Int.random(in: 0..<7, using: &generator) {
      case 0: json.insert(contentsOf: Self.tokens.randomElement(using: &generator) ?? [], at: place)
      case 1: json.removeSubrange(place..<end)
      case 2: if place < json.count { json[place] = UInt8.random(in: 0...255, using: &generator) }
      case 3: if place < json.count { json[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator) }
      case 4:
        json.insert(contentsOf: json[place..<end], at: Int.random(in: 0...json.count, using: &generator))
      case 5: json.replaceSubrange(place..<end, with: Self.tokens.randomElement(using: &generator) ?? [])
      default: json.insert(contentsOf: [0x20, 0x0A].prefix(end - place), at: place)
      }
    }
    return json
  }
}
