import ApusCompiler
import ApusDiagnostics
import ApusJSON

/// A target that generated code is of, and what it needs to be one of Apus's.
package struct ApolloTarget {
  /// What builds it.
  enum Home: Equatable {
    /// A package, by its folder.
    case package(String)
    /// A package that Apollo generates as a whole.
    case generated(String)
    case xcode(String)
    case unknown
  }

  package var name: String
  package var folder: String
  var home: Home
  /// Whether the schema and its types are here.
  var isPrimary: Bool
  /// The documents, where they are now.
  package var documents: [String] = []
  /// Files that have to be in the target's folder, and where.
  package var moves: [(from: String, to: String)] = []
  /// Targets whose fragments or types the documents use.
  var dependencies: Set<String> = []
  /// The package of each target that is in another one.
  var otherPackages: [String: String] = [:]
  /// The members of `apus.json`; without any the file is not needed.
  var configuration: [(name: String, value: JSONOutput)] = []
  /// What its sources and documents use of Apollo.
  var uses = ApolloUses()
  /// What a person has to do.
  var tasks: [String] = []

  package var configurationPath: String { Path.join(folder, ConfigurationFile.name) }

  package var configurationText: String { JSONOutput.object(configuration).text(lineDepth: 2) + "\n" }

  /// Where a path of the target will be once the files are moved.
  func moved(_ path: String) -> String { moves.first { $0.from == path }?.to ?? path }

  /// Puts documents that are outside into the folder `GraphQL` of the target.
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

  // MARK: - What a person does

  /// The edit of the manifest, or the clicks in Xcode.
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
            dependencies: [.package(url: "the address of Apus's repository", from: "0.1.0")],
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
            .package(url: "the address of Apus's repository", from: "0.1.0"),
        and to the target \(name), in place of Apollo's products:
          dependencies: [
            \(products)\(others)
          ],
          \(plugin)
        """
      ]
    case .xcode(let project):
      var text = """
        In Xcode, open the project in \(show(project)). File > Add Package Dependencies: the address of Apus's repository.
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
