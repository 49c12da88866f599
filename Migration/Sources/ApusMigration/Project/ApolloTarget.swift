import ApusDriver
import ApusSource

/// A target that contains generated code, and the steps to migrate it.
package struct ApolloTarget {
  /// The kind of project that builds it.
  enum Home: Equatable {
    /// A package, identified by its folder.
    case package(String)
    /// A package that Apollo generates entirely.
    case generated(String)
    case xcode(String)
    case unknown
  }

  package var name: String
  package var folder: String
  var home: Home
  /// Whether it contains the schema and its types.
  var isPrimary: Bool
  /// The current paths of its documents.
  package var documents: [String] = []
  /// Files to move into the target's folder.
  package var moves: [(from: String, to: String)] = []
  /// Targets whose fragments or types its documents use.
  var dependencies: Set<String> = []
  /// Maps each target in another package to that package.
  var otherPackages: [String: String] = [:]
  /// The members of `apus.json`. If there are none, the file is not needed.
  var configuration: [(name: String, value: JSONOutput)] = []
  /// The Apollo features that its sources and documents use.
  var uses = ApolloUses()
  /// Manual steps.
  var tasks: [String] = []

  package var configurationPath: String { Path.join(folder, ConfigurationFile.name) }

  package var configurationText: String { JSONOutput.object(configuration).text(lineDepth: 2) + "\n" }

  /// The path of a file after the moves.
  func moved(_ path: String) -> String { moves.first { $0.from == path }?.to ?? path }

  /// Moves documents from outside into the target's folder `GraphQL`.
  mutating func moveDocuments() {
    let outside = documents.filter { Path.relative($0, to: folder) == nil }
    guard let first = outside.first else { return }
    var common = Path.parent(of: first)
    for path in outside {
      while common != "/", Path.relative(path, to: common) == nil { common = Path.parent(of: common) }
    }
    let destination = Path.join(folder, "GraphQL")
    for path in outside {
      moves.append(
        (path, Path.join(destination, Path.relative(path, to: common) ?? Path.lastComponent(of: path))))
    }
  }

  // MARK: - Manual steps

  /// The dependency of a manifest. There is no release to name.
  private static let dependency = ".package(name: \"apus\", path: \"the path of a clone of Apus\")"

  /// The edit to the manifest, or the steps in Xcode.
  ///
  /// - Parameter products: the libraries that the app's code uses.
  func buildSteps(products names: [String], show: (String) -> String) -> [String] {
    let plugin = "plugins: [.plugin(name: \"ApusPlugin\", package: \"apus\")]"
    let products = names.map { ".product(name: \"\($0)\", package: \"apus\")," }
      .joined(separator: "\n    ")
    let others = dependencies.sorted().map { name in
      otherPackages[name].map { "\n    .product(name: \"\(name)\", package: \"\($0)\")," }
        ?? "\n    \"\(name)\","
    }.joined()
    let list = names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    switch home {
    case .generated(let root):
      return [
        """
        Replace \(show(Path.join(root, "Package.swift"))), which Apollo generated, by:
          // swift-tools-version: 6.1
          import PackageDescription

          let package = Package(
            name: "\(name)",
            platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
            products: [.library(name: "\(name)", targets: ["\(name)"])],
            dependencies: [\(ApolloTarget.dependency)],
            targets: [
              .target(
                name: "\(name)",
                dependencies: [.product(name: "Apus", package: "apus")],
                path: "./Sources",
                \(plugin))
            ])
        """
      ]
    case .package(let root):
      return [
        """
        In \(show(Path.join(root, "Package.swift"))), add to the package's dependencies:
            \(ApolloTarget.dependency),
        and to the target \(name), in place of Apollo's products:
          dependencies: [
            \(products)\(others)
          ],
          \(plugin)
        """
      ]
    case .xcode(let project):
      var text = """
        In Xcode, open the project in \(show(project)). File > Add Package Dependencies > Add Local: a clone of Apus.
        Select the target \(name): General > Frameworks and Libraries: add \(list), remove Apollo and \
        ApolloAPI. Build Phases > Run Build Tool Plug-ins: add ApusPlugin; remove the script that runs apollo-ios-cli. \
        Add the documents to the target.
        """
      if !dependencies.isEmpty {
        text +=
          "\nPut \(dependencies.sorted().joined(separator: ", ")) in a package: targets of a project cannot share fragments."
      }
      return [text]
    case .unknown:
      return [
        "There is no Package.swift and no Xcode project around \(show(folder)): add the plugin ApusPlugin and the libraries \(list) to the target \(name)."
      ]
    }
  }
}
