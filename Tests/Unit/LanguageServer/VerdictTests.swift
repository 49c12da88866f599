import ApusDriver
import ApusSource
import Foundation
import TestSupport
import Testing

@testable import ApusLanguageServer

/// What is published is what a build finds, by code, message and place: for the samples as they are, and damaged.
@Suite(.timeLimit(.minutes(15))) struct VerdictTests {
  @Test(arguments: ["forge", "music", "zoo"])
  func `same as the build`(sample: String) throws {
    let session = try Session()
    let folder = Repository.samples.appendingPathComponent(sample)
    var texts: [String: String] = [:]
    let names = (FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []).compactMap {
      $0 as? String
    }
    for name in names where name.hasSuffix(".graphql") || name.hasSuffix(".graphqls") || name == "apus.json" {
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      try session.write(text, to: name)
      texts[name] = text
    }
    let documents = texts.keys.filter { $0.hasSuffix(".graphql") }.sorted()
    #expect(documents.count > 3)
    var state: UInt64 = 11
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(max(bound, 1)))
    }
    var count = 0
    // What the client shows: a list that did not change is not sent again.
    var shown: [String: [String]] = [:]
    for round in 0..<40 {
      let name = documents[random(documents.count)]
      let whole = Array(try #require(texts[name]).utf8)
      var text = whole
      if round > 0 {
        let start = random(text.count)
        let pieces = ["", "}", "{", " x", "...Nothing ", "$y", "@d", "\n\n", "é"]
        text.replaceSubrange(
          start..<min(text.count, start + random(8)), with: pieces[random(pieces.count)].utf8)
      }
      let words = String(decoding: text, as: UTF8.self)
      // Half of them are only in the editor's hands.
      if round % 2 == 0 { try session.write(words, to: name) }
      session.open(name, words)
      show(findings: session, in: &shown)
      let published = shown.values.flatMap { $0 }.sorted()
      try session.write(words, to: name)
      #expect(published == expected(session, documents), "\(round): \(name)\n\(words)")
      count += published.count
      session.notify("textDocument/didClose", "{\"textDocument\":{\"uri\":\"\(session.uri(name))\"}}")
      try session.write(String(decoding: whole, as: UTF8.self), to: name)
    }
    #expect(count > 30)
  }

  /// Takes the findings that are published, by the names of files.
  private func show(findings session: Session, in shown: inout [String: [String]]) {
    for message in session.work() {
      guard let parameters = Session.value(message)?["params"], let uri = parameters["uri"]?.string else {
        continue
      }
      let name = String(uri.dropFirst("file://\(session.folder)/".count))
      shown[name] = (parameters["diagnostics"]?.elements ?? []).map { item in
        let place = item["range"]?["start"]
        let line = (place?["line"]?.integer ?? 0) + 1
        let column = (place?["character"]?.integer ?? 0) + 1
        return "\(name):\(line):\(column) \(item["code"]?.string ?? "") \(item["message"]?.string ?? "")"
      }
    }
  }

  /// The same by a run of the compiler. A schema's warnings are published only while it is open.
  private func expected(_ session: Session, _ documents: [String]) -> [String] {
    let root = session.folder
    var inputs = Inputs(
      schemas: [root + "/schema.graphqls"], documents: documents.map { Document(path: root + "/" + $0) })
    let configuration = root + "/apus.json"
    if FileManager.default.fileExists(atPath: configuration) {
      inputs.configuration = ConfigurationFile.read(configuration).configuration
    }
    let found = Pipeline.lower(inputs).diagnostics.filter {
      $0.severity == .error || $0.ranges.first?.file.path != root + "/schema.graphqls"
    }
    return found.map { diagnostic in
      let place = diagnostic.ranges.first
      let position = place?.position
      let name = (place?.file.path ?? diagnostic.path ?? "").dropFirst(root.count + 1)
      return
        "\(name):\(position?.line ?? 1):\(position?.column ?? 1) \(diagnostic.code.name) \(diagnostic.message)"
    }.sorted()
  }
}
