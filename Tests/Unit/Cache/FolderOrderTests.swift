import Foundation
import TestSupport
import Testing

/// The folders of a module depend on each other in one direction: none names a type of a later one.
@Suite(.timeLimit(.minutes(15))) struct FolderOrderTests {
  /// By module the folders in the order in which they build on each other; the empty name is that of the module's own files.
  private static let orders: [String: [String]] = [
    "Runtime/Cache": [
      "Views", "Records", "Types", "Rows", "Table", "Observation", "Plans", "Reading", "Normalizing",
      "Watching", "Collecting", "Store", "", "Inspecting", "Client",
    ]
  ]

  private struct Source {
    var name: String
    var folder: String
    /// The text without comments and string literals.
    var code: String
  }

  private static func sources(of module: String) throws -> [Source] {
    let root = Repository.folder.appendingPathComponent("Sources/\(module)").path
    return try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".swift") }
      .sorted()
      .map { path in
        let text = try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
        let code = text.replacing(#/\/\/.*/#, with: "").replacing(#/"(?:\\.|[^"\\\n])*"/#, with: "")
        return Source(name: path, folder: (path as NSString).deletingLastPathComponent, code: code)
      }
  }

  @Test(arguments: orders) func `No folder names a type of a later one`(_ module: String, _ order: [String])
    throws
  {
    let sources = try Self.sources(of: module)
    #expect(Set(sources.map(\.folder)) == Set(order))
    let declaration =
      #/(?m)^(?:(?:public|package|private|fileprivate|final|indirect) )*(?:struct|class|enum|protocol|actor|typealias) (\w+)/#
    var owners: [Substring: String] = [:]
    for source in sources {
      for match in source.code.matches(of: declaration) { owners[match.1] = source.folder }
    }
    #expect(owners.count > 80)
    for source in sources {
      let rank = order.firstIndex(of: source.folder) ?? 0
      let later = Set(source.code.matches(of: #/\b[A-Z]\w+/#).map(\.output)).filter { name in
        owners[name].flatMap(order.firstIndex) ?? 0 > rank
      }
      #expect(later.isEmpty, "\(source.name)")
    }
  }
}
