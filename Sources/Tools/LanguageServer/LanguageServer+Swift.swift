import ApusDriver
import ApusSource
import ApusDocuments
import ApusEmitter
import ApusLanguageService
import ApusSwiftSource

/// Connects documents with the Swift code generated from them.
extension LanguageServer {
  /// The declarations of an operation's or fragment's types, in files that a build has generated.
  func implementation(_ parameters: Parameters) throws(ResponseError) -> JSONOutput {
    guard let (analysis, place) = try symbol(parameters) else { return [] }
    let project = try target(parameters).project
    var found: [SourceRange] = []
    for definition in analysis.definitionNodes(of: place.symbol) {
      let document = analysis.tree.source(of: definition).path
      let names = Pipeline.swiftNames(of: definition, analysis.index, project.session.inputs)
      if let file = generatedSource(of: document, project) { found += file.declarations(of: names) }
    }
    return .array(found.map(location))
  }

  /// The file generated from a document: in the output folder of the recorded build, or in the project's folder.
  private func generatedSource(of document: String, _ project: Project) -> GeneratedSource? {
    if let file = workspace.recorded.file(for: document, workspace.recordFolders([document])),
      let run = workspace.recorded.run(file),
      let folder = run.output, let name = run.output(of: document),
      let source = GeneratedSource(Path.join(folder, name))
    {
      return source
    }
    let name = project.session.inputs.documents.first { $0.path == document }?.output
    return name.flatMap { GeneratedSource(named: $0, below: project.folder) }
  }

  /// The Swift declaration of the element at a place of a document.
  func swiftLine(_ target: Target, at offset: Int) -> String? {
    guard let (index, signatures) = target.project.signatures(around: target.source) else { return nil }
    return Analysis(index).subject(in: target.source, at: offset).flatMap(signatures.line)
  }
}

extension Project {
  /// The maximum number of nodes to lower for one question; more would keep the editor waiting.
  private static let maximumNodes = 20_000

  /// The Swift declarations of a document and all fragments that it uses; nil if there are errors.
  func signatures(around source: SourceFile) -> (index: DocumentIndex, signatures: SwiftSignatures)? {
    guard let (index, inputs) = near([source]), index.tree.count <= Project.maximumNodes else { return nil }
    return Pipeline.lower(index, inputs).output.map { (index, SwiftSignatures($0.program, $0.options)) }
  }

  /// The document at a path and all that it needs, ready to be lowered; nil if there are errors.
  func near(_ path: String) -> (index: DocumentIndex, inputs: Inputs)? {
    guard let source = try? texts.read(path) else { return nil }
    return near(Document.isSwift(path) ? SwiftDocuments(in: source).documents : [source])
  }

  private func near(_ sources: [SourceFile]) -> (index: DocumentIndex, inputs: Inputs)? {
    guard let known = checked?.index, !hasShared else { return nil }
    var paths = FragmentReach(known).paths(from: sources)
    // The declarations of dependencies depend on all of their documents.
    for document in session.inputs.documents where document.module != nil { paths.insert(document.path) }
    let near = session.check(paths)
    guard let index = near.index, !near.hasErrors else { return nil }
    var inputs = session.inputs
    inputs.documents.removeAll { !paths.contains($0.path) }
    return (index, inputs)
  }
}
