import Foundation

/// The clone that the tests run in.
package enum Repository {
  /// The folder of the package's manifest, found from this file.
  package static let folder: URL = {
    let manifest = "Package.swift"
    var folder = URL(fileURLWithPath: #filePath)
    repeat {
      folder.deleteLastPathComponent()
    } while folder.path != "/"
      && !FileManager.default.fileExists(atPath: folder.appendingPathComponent(manifest).path)
    return folder
  }()

  /// The sample schemas and documents, a folder for each.
  package static let samples = folder.appendingPathComponent(".graphql-samples")

  /// The documents of the golden cases, a folder for each topic.
  package static let goldenCases = folder.appendingPathComponent("Tests/Golden/Cases")
}
