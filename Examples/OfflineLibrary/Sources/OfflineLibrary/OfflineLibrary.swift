import Foundation

/// Shows a library, even without a network: `OfflineLibrary ENDPOINT FILE [rename|later ID TITLE]`.
@main
struct OfflineLibrary {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 2 || arguments.count == 5 && ["rename", "later"].contains(arguments[2]),
      let endpoint = URL(string: arguments[0]), endpoint.scheme != nil
    else {
      report("usage: OfflineLibrary ENDPOINT FILE [rename|later ID TITLE]")
      exit(2)
    }
    do {
      let library = try await Library(endpoint, URL(fileURLWithPath: arguments[1]))
      switch arguments.dropFirst(2).first {
      case "rename": try await library.rename(arguments[3], to: arguments[4])
      case "later": try await library.renameLater(arguments[3], to: arguments[4])
      default: break
      }
      await library.sendWaiting()
      if arguments.count == 2 { try await library.showShelf() }
      try await library.save()
    } catch {
      report("\(error)")
      exit(1)
    }
  }
}
