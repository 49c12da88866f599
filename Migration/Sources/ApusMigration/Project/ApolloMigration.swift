import ApusDriver
import ApusSource
import ApusShapes
import ApusSwiftModel
import ApusSchema
import ApusSyntax

/// The steps to move a project from Apollo iOS to Apus, computed from its `apollo-codegen-config.json`. It only reads
/// files.
package struct ApolloMigration {
  let configuration: ApolloConfiguration
  /// The configuration's folder, which search paths are relative to.
  let folder: String
  package private(set) var targets: [ApolloTarget] = []
  /// The current paths of the schema files.
  private(set) var schemas: [String] = []
  /// Documents with Apollo's directives, and the edits that remove them.
  private(set) var documentEdits: [(source: SourceFile, edits: [SourceEdit])] = []
  /// Errors in schema and documents.
  package private(set) var diagnostics: [Diagnostic] = []
  private(set) var names: ApolloNames?
  /// Notes about files, scalars and cache keys.
  private(set) var remarks: [String] = []
  private var scalars: ApolloScalars
  /// The app's Swift files.
  private let sources: ApolloSources
  /// Whether the app uses features that need a cache, or the user asked for one.
  private(set) var usesCache: Bool
  /// Whether a schema is available.
  var hasSchema: Bool { !schemas.isEmpty }
  /// Formats a path for display.
  let show: (String) -> String

  /// Documents that this configuration finds too, and another owns.
  private var shared: [String] = []
  /// Whether fields and inputs are in camel case.
  private var convertsFields = false
  /// Whether another configuration already configures the target.
  let isRival: Bool

  /// - Parameters:
  ///   - number: the number of the configuration in the plan.
  ///   - plan: the owners of all files.
  ///   - project: the app that contains it.
  init(_ number: Int, of plan: MigrationPlan, in project: Project) {
    show = project.show
    let part = plan.parts[number]
    configuration = part.configuration
    folder = part.folder
    isRival = plan.rival(of: number) != nil
    scalars = ApolloScalars(below: Path.normalized(Path.join(folder, configuration.schemaTypes)), show: show)
    sources = project.sources
    usesCache = project.usesCache
    remarks = configuration.faults
    let schemaFiles = part.schemas
    let documents = part.documents
    if let rival = plan.rival(of: number) {
      remarks.append(
        "by hand: \(show(rival.configuration.path)) generates into the target \(part.target.name) too, and a target has one schema: make a module for one of them, with its documents"
      )
    }
    chooseSchema(schemaFiles)
    for pattern in documents.idle + schemaFiles.idle { remarks.append("\"\(pattern)\" finds no file") }
    for path in documents.scratch + schemaFiles.scratch {
      remarks.append("\(show(path)) is in a folder of tools and left out, though a search path finds it")
    }
    let found = documents.files.filter { !schemas.contains($0) && $0.hasSuffix(".graphql") }
    shared = found.filter { !plan.owns(number, $0) }
    assign(found.filter { plan.owns(number, $0) }, part.target, plan)
    explainShared(plan)
    findOthers(plan)
    configure()
  }

  // MARK: - Files

  /// If the same schema exists as SDL and JSON, keeps one.
  private mutating func chooseSchema(_ files: ApolloFiles) {
    let json = files.files.filter {
      $0.hasSuffix(".json") && $0 != Path.join(folder, Path.lastComponent(of: configuration.path))
    }
    let sdl = files.files.filter { !$0.hasSuffix(".json") }
    let isWhole = sdl.contains { path in
      guard let source = try? FileSystem.read(path) else { return false }
      let tree = SyntaxTree(names: NameTable())
      _ = Parser.parse(source, into: tree)
      return tree.definitions.contains { tree.kind($0) == .objectType && !tree.has(NodeFlag.isExtension, $0) }
    }
    schemas = (isWhole ? [] : Array(json.prefix(1))) + sdl
    for path in json where !schemas.contains(path) {
      remarks.append("\(show(path)) is left out: \(show(schemas.first ?? "")) is the schema")
    }
    if schemas.isEmpty { remarks.append("no schema is found: download it, or correct \"schemaSearchPaths\"") }
  }

  /// Assigns each document to the target that contains its generated code.
  private mutating func assign(_ documents: [String], _ target: ApolloTarget, _ plan: MigrationPlan) {
    var primary = target
    var others: [String: ApolloTarget] = [:]
    var place: String?
    if case .absolute(let path) = configuration.operations {
      place = Path.normalized(Path.join(folder, path))
    }
    for document in documents {
      let around = PackageTargets(around: Path.parent(of: place ?? document))
      guard configuration.operations != .inSchemaModule, let found = around.target(of: place ?? document),
        found.folder != primary.folder
      else {
        primary.documents.append(document)
        continue
      }
      let home: ApolloTarget.Home = around.isXcode ? .xcode(around.root ?? "") : .package(around.root ?? "")
      let new = ApolloTarget(name: found.name, folder: found.folder, home: home, isPrimary: false)
      others[found.folder, default: new].documents.append(document)
    }
    targets = [primary] + others.values.sorted { ByteOrder.precedes($0.folder, $1.folder) }
    for index in targets.indices { targets[index].moveDocuments() }
    for schema in schemas where Path.relative(schema, to: primary.folder) == nil && !plan.isShared(schema) {
      var root = primary.folder
      if case .package(let folder) = primary.home { root = folder }
      if case .xcode(let folder) = primary.home { root = folder }
      if Path.parent(of: schema) == root { continue }
      let name = Path.lastComponent(of: schema)
      let isKnown = DocumentSearch.isSchema(name)
      let isXcode = primary.home == .xcode(root)
      let to = isKnown ? name : name.hasSuffix(".json") ? "schema.json" : "schema.graphqls"
      targets[0].moves.append((schema, Path.join(isXcode ? root : primary.folder, to)))
    }
  }

  /// Documents in a target's folder that no search path finds. The plugin would compile them too.
  private mutating func findOthers(_ plan: MigrationPlan) {
    let known = Set(targets.flatMap(\.documents) + schemas)
    // Another target's documents leave the folder, or are in a folder of that target's.
    func isOthers(_ path: String) -> Bool {
      plan.isShared(path) || plan.owner(of: path).map { $0.configuration.path != configuration.path } ?? false
    }
    for target in targets {
      var others: [String] = []
      ApolloFiles.walk(target.folder, withTools: true) { path in
        let isHidden = (Path.relative(path, to: target.folder) ?? "").contains("/.")
        if DocumentSearch.isDocument(path), !known.contains(path), !isHidden, !isOthers(path) {
          others.append(path)
        }
      }
      for path in others where !remarks.contains(where: { $0.hasPrefix(show(path) + " ") }) {
        remarks.append(
          "by hand: \(show(path)) is in the target's folder, where every document is compiled, and no search path finds it: move it out"
        )
      }
    }
  }

  /// Says which target compiles the documents that another configuration owns.
  private mutating func explainShared(_ plan: MigrationPlan) {
    var names: [String: Int] = [:]
    for path in shared { names[plan.owner(of: path)?.target.name ?? "", default: 0] += 1 }
    for (name, count) in names.sorted(by: { $0.key < $1.key }) {
      remarks.append(
        "by hand: \(count == 1 ? "1 document that is found is" : "\(count) documents that are found are") compiled in \(name): where \(targets[0].name) uses what they generate, let it depend on that module"
      )
    }
  }

  // MARK: - Configuration

  private mutating func configure() {
    let known = Pipeline.check(Inputs(schemas: schemas, documents: []))
    var keys = ApolloCacheKeys()
    if let schema = known.index?.schema {
      keys.read(schema.tree)
    }
    ApolloFiles.walk(Path.normalized(Path.join(folder, configuration.schemaTypes))) { path in
      if Path.lastComponent(of: path) == "SchemaConfiguration.swift", let source = try? FileSystem.read(path)
      {
        keys.read(source, show: show)
      }
    }
    if let schema = known.index?.schema { keys.keep(schema) }
    var texts: [Document] = []
    var localCacheMutations: Set<String> = []
    for index in targets.indices {
      for path in targets[index].documents {
        guard let source = try? FileSystem.read(path) else { continue }
        let directives = ApolloDirectives(source)
        if !directives.edits.isEmpty { documentEdits.append((source, directives.edits)) }
        targets[index].uses.add(.localCacheMutations, directives.localCacheMutations.count)
        localCacheMutations.formUnion(directives.localCacheMutations)
        targets[index].uses.add(.deferred, directives.deferred)
        if !directives.isReadable, ControlledNullability.isUsed(in: source) {
          targets[index].uses.add(.controlledNullability)
        }
        var document = Document(path: path)
        document.text = directives.text
        texts.append(document)
      }
      targets[index].uses.add(.mocks, targets[index].isPrimary ? configuration.mocks.count : 0)
    }
    if !localCacheMutations.isEmpty { keys.haveProperties = true }
    decideCache(keys)
    remarks += scalars.remarks + keys.remarks
    convertsFields =
      configuration.convertsFields
      || ApolloNames.areCloserConverted(texts.map(\.path) + shared, configuration)
    setMembers(known.index?.schema, keys)
    // Fragments that another target has are part of what is checked, but nothing is generated here.
    texts += shared.map { path in
      var document = Document(path: path)
      if let source = try? FileSystem.read(path) { document.text = ApolloDirectives(source).text }
      return document
    }
    var inputs = Inputs(schemas: schemas, documents: texts)
    if texts.isEmpty || schemas.isEmpty { return }
    let text = SourceFile(path: targets[0].configurationPath, text: targets[0].configurationText)
    let read = ConfigurationFile.read(text)
    inputs.configuration = read.configuration
    var lowered = Pipeline.lower(inputs)
    diagnostics = read.diagnostics + lowered.diagnostics
    // Leave out documents with errors, so that the others get names.
    for _ in 0..<4 where lowered.output == nil {
      let broken = Set(
        lowered.diagnostics.filter { $0.severity == .error }.flatMap { $0.ranges.map(\.file.path) })
      inputs.documents.removeAll { broken.contains($0.path) }
      if broken.isEmpty || inputs.documents.isEmpty { break }
      lowered = Pipeline.lower(inputs)
    }
    if let (program, _) = lowered.output {
      names = ApolloNames(
        program, configuration, scalars, localCacheMutations: localCacheMutations, others: Set(shared))
      connect(program)
    }
    silence()
  }

  /// Apollo's client always has a cache. An app that visibly relies on it gets one.
  private mutating func decideCache(_ keys: ApolloCacheKeys) {
    var uses = ApolloUses()
    for target in targets { uses.add(target.uses) }
    for file in sources.files { uses.add(file, sources.index) }
    if uses.needsCache || !keys.fields.isEmpty || !keys.lookups.isEmpty { usesCache = true }
    if !usesCache {
      remarks.append(
        "Apollo reads its cache where `fetch` has no policy; GraphQLClient sends each request. `--cache` gives the app a cache"
      )
    }
  }

  private mutating func setMembers(_ schema: Schema?, _ keys: ApolloCacheKeys) {
    let primary = targets[0]
    var members: [(name: String, value: JSONOutput)] = []
    let paths = schemas.compactMap { Path.relativeFrom(primary.folder, to: primary.moved($0)) }
    if paths.count == 1 { members.append(("schema", .string(paths[0]))) }
    if paths.count > 1 { members.append(("schema", .strings(paths))) }
    if isNamespaced { members.append(("namespace", .string(configuration.namespace))) }
    let access =
      configuration.operations == .inSchemaModule
      ? configuration.operationsAccess : configuration.schemaAccess
    if access != "internal" { members.append(("accessLevel", "public")) }
    if targets.count > 1 { members.append(("schemaTypes", "all")) }
    var bindings: [(name: String, value: JSONOutput)] = []
    for type in schema?.allTypes ?? .init() {
      guard let schema, schema[type].kind == .scalar else { continue }
      let name = schema.name(type)
      let apollo = configuration.typeNames[name] ?? SwiftNames.capitalized(name)
      if schema[type].isBuiltIn {
        if name == "ID", let binding = scalars.bindings[name], scalars.types[name] != "String" {
          bindings.append((name, binding))
        }
        if name == "Int", sources.usesInt32 { bindings.append((name, "Int32")) }
        continue
      }
      if scalars.bindings[apollo] == nil {
        remarks.append("no CustomScalars/\(apollo).swift: \(name) is a String, as Apollo generates it")
      }
      bindings.append((name, scalars.bindings[apollo] ?? "String"))
    }
    if !bindings.isEmpty { members.append(("scalars", .object(bindings))) }
    if configuration.initializers, access == "internal" { members.append(("initializers", .boolean(true))) }
    if convertsFields { members.append(("convertFieldCase", .boolean(true))) }
    if !configuration.singulars.isEmpty {
      let rows = configuration.singulars.filter { SwiftNames.isQualifiedName($0.singular) }
      members.append(("singulars", .object(rows.map { ($0.plural, .string($0.singular)) })))
    }
    if !configuration.copiesDescriptions { members.append(("schemaDescriptions", .boolean(false))) }
    if usesCache {
      members.append(("cache", .object(keys.members)))
    }
    targets[0].configuration = members
    for index in targets.indices.dropFirst() where configuration.operationsAccess != "internal" {
      targets[index].configuration = [("accessLevel", "public")]
    }
  }

  /// Whether Apollo nests all generated types in an enum.
  private var isNamespaced: Bool {
    if case .embedded = configuration.module {
      return configuration.operations == .inSchemaModule
        && ConfigurationStringForm.typeName.allows(configuration.namespace)
    }
    return false
  }

  /// Turns off warnings that Apollo does not have, because a migration is not the time to address them.
  private mutating func silence() {
    var codes: Set<String> = []
    for diagnostic in diagnostics where diagnostic.severity == .warning {
      let code = diagnostic.code
      let isDeprecation = code.name.contains("deprecated")
      if code == .unusedFragment || code == .unknownDirective || code == .unheededDirective
        || code.name == "undefined-incremental-directive"
        || isDeprecation && !configuration.warnsOfDeprecated
      {
        codes.insert(code.name)
      }
    }
    if codes.isEmpty { return }
    diagnostics.removeAll { $0.severity == .warning && codes.contains($0.code.name) }
    let rules = JSONOutput.object(codes.sorted().map { ($0, "ignore") })
    for index in targets.indices
    where targets[index].isPrimary || !codes.isSubset(of: ["unknown-directive", "unheeded-directive"]) {
      targets[index].configuration.append(("warnings", rules))
    }
  }

  /// Determines which targets a target's documents depend on: the schema's, and those of fragments.
  private mutating func connect(_ program: Program) {
    guard targets.count > 1 else { return }
    let tree = program.tree
    var owners: [String: Int] = [:]
    func target(of node: NodeID) -> Int? {
      let path = tree.source(of: node).path
      return targets.firstIndex { $0.documents.contains(path) }
    }
    for fragment in program.fragments { owners[fragment.name] = target(of: fragment.node) }
    for index in targets.indices {
      if index > 0 { targets[index].dependencies.insert(targets[0].name) }
      for other in targets where other.home != targets[index].home {
        if case .package(let root) = other.home {
          targets[index].otherPackages[other.name] = Path.lastComponent(of: root)
        }
        if case .generated(let root) = other.home {
          targets[index].otherPackages[other.name] = Path.lastComponent(of: root)
        }
      }
    }
    for node in 0..<tree.count where tree.kind(node) == .fragmentSpread {
      guard let user = target(of: node), let owner = owners[tree.name(node)], user != owner else { continue }
      targets[user].dependencies.insert(targets[owner].name)
    }
  }

  // MARK: - Sources

  /// The generated code as the app's sources see it.
  var module: GeneratedModule {
    var module = GeneratedModule(namespace: configuration.namespace)
    module.names = names
    module.cacheSchemas = cacheSchemas
    let isInModule = configuration.operations == .inSchemaModule
    module.modules = [configuration.namespace]
    if case .embedded = configuration.module {
      module.folder = targets.first?.folder
      module.modules = Set(targets.map(\.name))
      module.dropsNamespace = !isNamespaced
      module.hasBareOperations = !isInModule
    } else {
      module.modules.formUnion(targets.map(\.name))
      module.hasBareOperations = true
      module.hasBareTypes = true
      // The module is created by hand and may be the app itself.
      if configuration.module == .other { module.folder = targets.first?.folder }
    }
    return module
  }

  /// The schema tables to pass to the cache: one for each module with documents, dependencies first.
  private var cacheSchemas: [String] {
    if case .embedded = configuration.module, configuration.operations == .inSchemaModule {
      return [isNamespaced ? "\(configuration.namespace).cacheSchema" : "cacheSchema"]
    }
    let modules = targets.filter { !$0.documents.isEmpty }.map(\.name)
    return modules.map { "\($0).cacheSchema" }
  }

  /// Report lines for manual work, other than in files and sources.
  var handWork: [String] {
    let count = (remarks + configuration.keyLines).count { $0.lowercased().contains("by hand: ") }
    return count == 0 ? [] : ["\(count) \(count == 1 ? "remark" : "remarks") below"]
  }
}
