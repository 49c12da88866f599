import ApusDriver
import ApusSource

/// The folder `Releases` of a package, with a file for each shipped version.
struct ReleaseFolder {
  /// The path, as messages print it.
  let path: String

  /// - Parameter package: the root of the package; nil for the working directory.
  init(inPackage package: String?) {
    path = package.map { Path.join($0, "Releases") } ?? "Releases"
  }

  /// The file of a version.
  func file(of version: ReleaseVersion) -> String { Path.join(path, version.text + ".json") }

  /// The versions that have a file, from the oldest to the newest. Files with other names are reported.
  func versions() -> (all: [ReleaseVersion], diagnostics: [Diagnostic]) {
    var versions: [ReleaseVersion] = []
    var diagnostics: [Diagnostic] = []
    do throws(FileError) {
      for name in try FileSystem.names(in: path) where name.hasSuffix(".json") {
        if let version = ReleaseVersion(String(name.dropLast(5))) {
          versions.append(version)
        } else {
          let message = "The name of this file is not a version, such as '2.3.0.json'. Rename or remove it."
          diagnostics.append(
            Diagnostic(.error, .invalidRelease, message, path: Path.join(path, name)))
        }
      }
    } catch  where FileSystem.kind(of: path) == nil {
      return ([], [])
    } catch {
      let message = "The folder of releases cannot be read: \(error.reason)."
      diagnostics.append(Diagnostic(.error, .unreadableFile, message, path: path))
    }
    return (versions.sorted(), diagnostics)
  }

  /// The error for a comparison without releases.
  func missing(since version: ReleaseVersion?) -> Diagnostic {
    let message =
      if let version {
        "There is no release from \(version.text) on, so nothing was compared."
      } else {
        "There is no release, so nothing was compared. Add the shipped version: swift package apus release add VERSION"
      }
    return Diagnostic(.error, .noReleases, message, path: path)
  }
}

extension DiagnosticCode {
  static let noReleases = DiagnosticCode(
    "no-releases",
    title: "No release to compare with",
    explanation: """
      `diff --releases` compares a schema with the files in the folder `Releases` of the package, one for each shipped version, and there is none.
      Without this error, a job in continuous integration would pass although nothing was compared.
      """,
    example: "swift package apus diff new.graphqls --releases",
    fix:
      "Run `swift package apus release add VERSION` at the commit of each shipped version, and commit the file."
  )

  static let invalidRelease = DiagnosticCode(
    "invalid-release",
    title: "A file in Releases that is not a release",
    explanation: """
      The folder `Releases` has a file `VERSION.json` for each shipped version, as `swift package apus release add` writes it. This one has another
      name, or contents that it cannot have.
      """,
    example: "Releases/2.3.json with { \"operations\": [] }",
    fix: "Restore the file from version control, or remove it.")
}
