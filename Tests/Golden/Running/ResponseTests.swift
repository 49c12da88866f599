import Apus
import Foundation
import TestSupport
import Testing

/// The responses that stand beside the golden cases, through the Swift that is expected of these.
@Suite(.timeLimit(.minutes(15))) struct ResponseTests {
  private static let cases = Repository.goldenCases

  /// Files of a name beginning with `prefix`, as `topic/case/file`.
  private static func files(_ prefix: String) -> [String] {
    let paths = FileManager.default.enumerator(atPath: cases.path)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.contains("/" + prefix) && $0.hasSuffix(".json") }.sorted()
  }

  /// The operation that a file is of: the one that its name names (`response.HomeQuery.json`), else the case's first.
  private static func operation(_ file: String) throws -> GoldenOperation {
    let parts = file.split(separator: "/")
    let folder = parts.dropLast().joined(separator: "/") + "/"
    let known = GoldenOperation.all.keys.filter { $0.hasPrefix(folder) }.sorted()
    let words = parts.last?.split(separator: ".").map(String.init) ?? []
    let named = known.first { words.contains(String($0.dropFirst(folder.count))) }
    return try #require((named ?? known.first).flatMap { GoldenOperation.all[$0] })
  }

  @Test(arguments: files("response"))
  func `round trip`(_ file: String) throws {
    let json = try String(contentsOf: Self.cases.appendingPathComponent(file), encoding: .utf8)
    try Self.operation(file).checkRoundTrip(json)
  }

  /// `faults.json` lists responses that are no good, each with what the error's description holds.
  @Test(arguments: files("faults"))
  func `a faulty response fails with its error`(_ file: String) throws {
    let json = try String(contentsOf: Self.cases.appendingPathComponent(file), encoding: .utf8)
    let operation = try Self.operation(file)
    guard case .list(let faults) = try GraphQLValue(json: json) else {
      Issue.record("\(file) is a list.")
      return
    }
    for fault in faults {
      let expected = try #require(fault["error"].string)
      let failure = try #require(operation.failure(fault["data"].description), "\(expected): decoded")
      #expect(failure.contains(expected))
    }
  }
}
