import Foundation

/// Shows a library, also without a network: `OfflineLibrary ENDPOINT FILE [rename ID TITLE]`.
@main
struct OfflineLibrary {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 2 || arguments.count == 5 && arguments[2] == "rename",
      let endpoint = URL(string: arguments[0]), endpoint.scheme != nil
    else {
      report("usage: OfflineLibrary ENDPOINT FILE [rename ID TITLE]")
      exit(2)
    }
    do {
      let library = try Library(endpoint, URL(fileURLWithPath: arguments[1]))
      if arguments.count == 5 {
        try await library.rename(arguments[3], to: arguments[4])
      } else {
        try await library.showShelf()
      }
      try await library.save()
    } catch {
      report("\(error)")
      exit(1)
    }
  }
}
