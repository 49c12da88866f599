import Foundation
import TestSupport
import Testing

/// On Linux, Foundation itself brings ICU into a program: three quarters of a static binary.
@Suite(.timeLimit(.minutes(15))) struct FoundationImportTests {
  /// The rooms of the modules that users' programs link.
  private static let rooms = ["Runtime", "Transports", "Shared"]

  private static let sources = Repository.folder.appendingPathComponent("Sources")

  /// Conditions that are false on Linux, or whose second branch is not for Linux.
  private static let elsewhere = [
    "#if !os(Linux)", "#if !canImport(FoundationNetworking)", "#if canImport(Network)",
    "#if canImport(Darwin)",
  ]
  private static let onLinux = [
    "#if os(Linux)", "#if canImport(FoundationEssentials) && !canImport(Darwin)",
  ]

  /// The lines of a file that import more than `FoundationEssentials` on Linux.
  private func faults(_ text: String) -> [String] {
    var faults: [String] = []
    // For each open condition, whether Linux compiles its current branch; nil where that is not known.
    var branches: [Bool?] = []
    for line in text.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
      if line.hasPrefix("#if") {
        branches.append(Self.onLinux.contains(line) ? true : Self.elsewhere.contains(line) ? false : nil)
      } else if line.hasPrefix("#else") {
        branches.append(branches.removeLast().map { !$0 })
      } else if line.hasPrefix("#endif") {
        branches.removeLast()
      }
      let words = line.split(separator: " ")
      guard let place = words.firstIndex(of: "import"), words.count > place + 1, !line.hasPrefix("//") else {
        continue
      }
      let module = words[words.count - 1].prefix { $0 != "." }
      let isFoundation = module.hasPrefix("Foundation") && module != "FoundationEssentials"
      if isFoundation || module == "ApusURLSession", !branches.contains(false) { faults.append(line) }
    }
    return faults
  }

  @Test(arguments: rooms) func `what programs link imports FoundationEssentials at most`(_ room: String)
    throws
  {
    let files = try #require(
      FileManager.default.enumerator(
        at: Self.sources.appendingPathComponent(room), includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      count += 1
      for fault in faults(try String(contentsOf: file, encoding: .utf8)) {
        Issue.record("\(file.lastPathComponent): \(fault): import ApusPlatform")
      }
    }
    #expect(count > 10)
  }

  @Test(arguments: [
    ("import Foundation", 1), ("public import FoundationNetworking", 1),
    ("@preconcurrency import Foundation", 1),
    ("import FoundationEssentials", 0), ("import struct Foundation.Date", 1), ("// import Foundation", 0),
    ("#if os(Linux)\n  import FoundationEssentials\n#else\n  import Foundation\n#endif", 0),
    ("#if os(Linux)\n  import Foundation\n#endif", 1), ("#if DEBUG\n  import Foundation\n#endif", 1),
    ("#if !os(Linux)\n  import ApusURLSession\n#endif", 0), ("import ApusURLSession", 1),
  ])
  func `the check sees through conditions`(_ text: String, _ count: Int) {
    #expect(faults(text).count == count)
  }
}
