import ApusDriver
import ApusSource

/// A folder with an app and all of its Apollo configurations. It only reads files.
package struct Project {
  package let folder: String
  package private(set) var migrations: [ApolloMigration] = []
  package let sources: ApolloSources
  /// Notes about the whole project.
  private(set) var remarks: [String] = []
  package private(set) var usesCache: Bool
  /// Formats a path for display.
  let show: (String) -> String
  /// Errors in configurations.
  package private(set) var faults: [Diagnostic] = []

  private static let configurationName = "apollo-codegen-config.json"

  /// - Parameter usesCache: whether the app gets a cache even if it uses nothing that needs one.
  package init(_ path: String, usesCache: Bool = false) {
    self.init(path, usesCache: usesCache, limit: ApolloFiles.limit)
  }

  init(_ path: String, usesCache: Bool, limit: Int) {
    let current = FileSystem.currentDirectory ?? "/"
    let folder = Path.normalized(Path.join(current, path))
    self.folder = folder
    show = { Path.relative($0, to: folder) ?? $0 }
    self.usesCache = usesCache
    sources = ApolloSources(folder, limit: limit, show: show)
    var configurations: [SourceFile] = []
    ApolloFiles.walk(folder, limit: limit) { path in
      guard Path.lastComponent(of: path) == Project.configurationName,
        let source = try? FileSystem.read(path)
      else { return }
      configurations.append(source)
    }
    configurations.sort { ByteOrder.precedes($0.path, $1.path) }
    let (plan, faults) = plan(configurations)
    self.faults = faults
    migrations = plan.parts.indices.map { ApolloMigration($0, of: plan, in: self) }
    // All parts share one client, so if one needs a cache, all have it.
    if migrations.contains(where: \.usesCache), !migrations.allSatisfy(\.usesCache) {
      self.usesCache = true
      migrations = plan.parts.indices.map { ApolloMigration($0, of: plan, in: self) }
    }
    if !sources.isWhole {
      let text =
        "The folder has more than \(limit) files and folders; the rest was not read. Pass the folder of the app, or move files that do not belong to it."
      self.faults.append(Diagnostic(.error, .unreadableFile, text, path: folder))
    }
    self.usesCache = self.usesCache || migrations.contains(where: \.usesCache)
    if configurations.isEmpty { explain() }
    sources.find(migrations.map(\.module), usesCache: self.usesCache)
    remarks += outsideLines
    for entry in sources.untouched { remarks.append("by hand: \(show(entry.path)): \(entry.reason)") }
    let count = sources.files.reduce(0) { $0 + $1.ownCalls }
    if count > 0 {
      remarks.append(
        "\(count) \(count == 1 ? "call means a function" : "calls mean functions") of the app's own with a name of Apollo's: they stay, and the functions are edited or listed"
      )
    }
  }

  private func plan(_ configurations: [SourceFile]) -> (plan: MigrationPlan, faults: [Diagnostic]) {
    var parts: [MigrationPlan.Part] = []
    var faults: [Diagnostic] = []
    for source in configurations {
      do throws(JSONError) {
        parts.append(try MigrationPlan.Part(source))
      } catch {
        faults.append(error.diagnostic(in: source))
      }
    }
    return (MigrationPlan(parts), faults)
  }

  /// Explains what to do with an app that has no configuration.
  private mutating func explain() {
    var found: [String] = []
    for file in sources.files where file.imports.contains("ApolloCodegenLib") {
      found.append(
        "by hand: \(show(file.source.path)) generates code in Swift: write what it configures into \(Project.configurationName), as 'apollo-ios-cli init' makes it, and run this again"
      )
    }
    var scripts: [String] = []
    ApolloFiles.walk(folder) { path in
      let name = Path.lastComponent(of: path)
      if name == "API.swift" || name == "API.graphql.swift" || name == "schema.json" { scripts.append(path) }
    }
    for path in scripts where path.hasSuffix(".swift") && isOld(path) {
      found.append(
        "by hand: \(show(path)) was generated for Apollo 0.x, whose names are others: move to Apollo 1 first, or write \(Project.configurationName) for the documents, and correct names by hand"
      )
    }
    remarks.append(
      "there is no \(Project.configurationName): the generated types are unknown, so imports are edited and all other places are listed"
    )
    remarks += found
  }

  private func isOld(_ path: String) -> Bool {
    guard let source = try? FileSystem.read(path) else { return false }
    let text = source.text(0, 20_000)
    return text.contains("GraphQLSelectionSet") || text.contains("operationDefinition")
  }
}
