import ApusSource
import ApusSwiftSource
import Foundation

/// `apus-benchmark swift-scan [FILES LINES]`: what finding the documents costs in Swift files, half of which have one.
///
/// The target is at most 50 ms for 1,000 files of 300 lines, optimized.
func runSwiftScanBenchmark(_ arguments: [String]) throws {
  let numbers = arguments.compactMap { Int($0) }
  guard numbers.count == arguments.count, numbers.isEmpty || numbers.count == 2 else {
    throw Failure("usage: swift-scan [FILES LINES]")
  }
  let (count, lines) = (numbers.first ?? 1000, numbers.last ?? 300)
  let files = (0..<count).map { number in
    SourceFile(path: "View\(number).swift", text: swiftFile(lines, hasDocument: number % 2 == 0))
  }
  var measurement = Measurement(
    "\(count) Swift files of \(lines) lines", byteCount: files.reduce(0) { $0 + $1.count })
  for _ in 0..<15 {
    var found = 0
    measurement.run {
      for file in files { found += SwiftDocuments(in: file).documents.count }
    }
    guard found == (count + 1) / 2 else { throw Failure("\(found) documents were found.") }
  }
  print(measurement.line)
}

private func swiftFile(_ lines: Int, hasDocument: Bool) -> String {
  var text = "import Apus\n\nstruct View {\n"
  if hasDocument {
    text += "  static let query: GraphQLSource = \"\"\"\n    query Albums { albums { title } }\n    \"\"\"\n"
  }
  for number in 0..<max(0, lines - 7) / 5 {
    text += "  func method\(number)(_ value: Int) -> String {\n"
    text += "    guard value > \(number) else { return \"none\" }\n"
    text += "    return \"\\(value) of \(number)\"\n  }\n\n"
  }
  return text + "}\n"
}
