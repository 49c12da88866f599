import ApusDriver
import ApusSource

/// The keys of `apollo-codegen-config.json` since 1.0, and what becomes of each.
enum ApolloKeys {
  /// One line per key, with what becomes of it after a colon; nothing if the rest of the report covers it. A key
  /// written as `key=value` is not reported if it has that value, which is Apollo's default. A case written as an
  /// object (`{"relative": {}}`) may also be a string.
  private static let table = """
    schemaNamespace
    schemaName: the older name of "schemaNamespace"
    input.schemaSearchPaths
    input.operationSearchPaths
    output.schemaTypes.path: generated code; delete it
    output.schemaTypes.moduleType.embeddedInTarget.name
    output.schemaTypes.moduleType.embeddedInTarget.accessModifier
    output.schemaTypes.moduleType.swiftPackage.apolloSDKDependency.url
    output.schemaTypes.moduleType.swiftPackage.apolloSDKDependency.sdkVersion: not needed: the manifest names Apus's version
    output.schemaTypes.moduleType.swiftPackageManager
    output.schemaTypes.moduleType.other
    output.schemaTypes.moduleType.none
    output.operations.inSchemaModule
    output.operations.relative.subpath: not needed: generated code is in the build folder
    output.operations.relative.accessModifier
    output.operations.absolute.path: generated code; delete it
    output.operations.absolute.accessModifier
    output.testMocks.none
    output.testMocks.absolute.path: generated mocks; delete them. Tests make values with sample() of ApusTesting, or with initializers
    output.testMocks.absolute.accessModifier
    output.testMocks.swiftPackage.targetName: generated mocks; delete them. Tests make values with sample() of ApusTesting, or with initializers
    output.operationIdentifiersPath=null: write the manifest with `swift package apus manifest --format apollo`
    options.additionalCapitalizationRules=[]: by hand: list the words in apus.json under "acronyms", as they are to be spelled
    options.additionalInflectionRules=[]
    options.apqs="disabled": by hand: the client decides, `client.documents = .automaticallyPersisted`
    options.cocoapodsCompatibleImportStatements: not needed: Apus is a Swift package only
    options.conversionStrategies.enumCases="camelCase": enum cases are always in camel case; the names below say which change
    options.conversionStrategies.fieldAccessors
    options.conversionStrategies.inputObjects
    options.deprecatedEnumCases="include": deprecated values are always included
    options.markOperationDefinitionsAsFinal=false: not needed: operations are structs
    options.markTypesNonisolated: not needed: generated types are usable from every isolation
    options.operationDocumentFormat=["definition"]: by hand: the client's `documents` says whether text or identifier is sent
    options.pruneGeneratedFiles=true: not needed: the build removes what is stale
    options.queryStringLiteralFormat: not needed: the text that is sent is always on one line
    options.reduceGeneratedSchemaTypes: always so: types that documents use are generated
    options.requireNonOptionalMockFields=false: no mocks; sample() of ApusTesting invents what a test does not give
    options.schemaCustomization.customTypeNames={}: by hand: types keep their names in the schema; the names below say which change
    options.schemaDocumentation
    options.selectionSetInitializers.operations
    options.selectionSetInitializers.namedFragments
    options.selectionSetInitializers.localCacheMutations
    options.selectionSetInitializers.definitionsNamed: becomes "initializers", for every type
    options.warningsOnDeprecatedUsage
    options.appendSchemaTypeFilenameSuffix: not needed: a target's schema types are in one file
    experimentalFeatures.clientControlledNullability=false: no counterpart: remove ! and ? from fields of documents; @required throws where null comes
    experimentalFeatures.fieldMerging=["all"]: fields of fragments are always merged
    experimentalFeatures.legacySafelistingCompatibleOperations=false: no counterpart: register the text that `swift package apus manifest` lists
    schemaDownload
    schemaDownloadConfiguration: the older name of "schemaDownload"
    operationManifest.path: write the manifest with `swift package apus manifest`
    operationManifest.version="persistedQueries": the manifest has the format of `--format apollo`
    operationManifest.generateManifestOnCodeGeneration=false: make the manifest a step of its own
    """

  /// The keys of `schemaDownload`, which has two names.
  private static let downloadTable = """
    downloadMethod.apolloRegistry.key
    downloadMethod.apolloRegistry.apiKey
    downloadMethod.apolloRegistry.graphID
    downloadMethod.apolloRegistry.variant
    downloadMethod.introspection.endpointURL
    downloadMethod.introspection.httpMethod.POST
    downloadMethod.introspection.httpMethod.GET.queryParameterName: the schema is asked for by POST
    downloadMethod.introspection.outputFormat
    downloadMethod.introspection.includeDeprecatedInputValues: always included where the server has them
    downloadTimeout=30: not needed: the download waits two minutes
    downloadTimeout=60: not needed: the download waits two minutes
    headers
    outputPath
    """

  private struct Row {
    var defaults: [String] = []
    var meaning = ""
  }

  /// The report lines for the members of `value`, in order.
  static func lines(of root: JSONValue) -> [String] {
    var rows: [String: Row] = [:]
    func add(_ table: String, _ prefix: String) {
      for line in table.split(separator: "\n") {
        let colon = line.firstRange(of: ": ")
        let key = line[..<(colon?.lowerBound ?? line.endIndex)].split(separator: "=", maxSplits: 1)
        var row = rows[prefix + key[0]] ?? Row()
        if key.count > 1 { row.defaults.append(String(key[1])) }
        row.meaning = colon.map { String(line[$0.upperBound...]) } ?? ""
        rows[prefix + key[0]] = row
      }
    }
    add(table, "")
    for name in ["schemaDownload.", "schemaDownloadConfiguration."] { add(downloadTable, name) }
    var containers: Set<String> = []
    for key in rows.keys {
      var parent = key[...]
      while let dot = parent.lastIndex(of: ".") {
        parent = parent[..<dot]
        containers.insert(String(parent))
      }
    }
    var lines: [String] = []
    func visit(_ value: JSONValue, _ path: String, _ range: SourceRange) {
      let row = rows[path]
      if row == nil, !containers.contains(path) {
        lines.append("\(range.position.line):\(range.position.column): unknown key \(path)")
        return
      }
      if let row, !row.meaning.isEmpty, !row.defaults.contains(compact(value)) {
        lines.append("\(path): \(row.meaning)")
      }
      guard containers.contains(path) else { return }
      if let name = value.string {
        visit(value, "\(path).\(name)", value.range, isCase: true)
      }
      for member in value.members ?? [] { visit(member.value, "\(path).\(member.name)", member.nameRange) }
    }
    func visit(_ value: JSONValue, _ path: String, _ range: SourceRange, isCase: Bool) {
      if rows[path] == nil, !containers.contains(path), !path.hasSuffix(".all") {
        lines.append("\(range.position.line):\(range.position.column): unknown value \(path)")
      }
    }
    for member in root.members ?? [] { visit(member.value, member.name, member.nameRange) }
    return lines
  }

  /// The text of a value without white space.
  private static func compact(_ value: JSONValue) -> String {
    let text = value.range.file.text(value.range.start, value.range.end)
    return String(text.filter { !$0.isWhitespace })
  }
}
