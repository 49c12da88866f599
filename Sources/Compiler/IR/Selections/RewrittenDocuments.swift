import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// The documents as they are sent and read: the user's, with the selections that the compiler adds as nodes among the user's own.
///
/// What is sent is this tree as text, and what is read is collected from it, so the two cannot disagree. ``NodeFlag`` says of a node that it
/// was added, and for whom.
struct RewrittenDocuments {
  let index: DocumentIndex
  let written: DocumentIndex
  /// The nodes of the user's documents in the rewritten ones.
  let numbers: NodeNumbers
  let spreads: FragmentSpreads
  let separate: SeparateFragments
  let markerNames: MarkerNames

  init(
    _ documents: DocumentIndex, _ options: GenerationOptions, _ cacheKeys: CacheKeys,
    _ diagnostics: DiagnosticSink
  ) {
    written = documents
    let spreads = FragmentSpreads(documents)
    var separate = SeparateFragments(documents, spreads.order, diagnostics)
    markerNames = MarkerNames(
      documents, spreads, usesCache: options.usesCache, modules: DocumentModules(documents.tree, options),
      diagnostics)
    var rewriter = DocumentRewriter(documents, options, separate, markerNames, cacheKeys)
    let copy = rewriter.rewrite()
    numbers = copy.numbers
    index = DocumentIndex(copy.tree, documents.schema)
    separate.renumber(copy.numbers)
    self.separate = separate
    self.spreads = FragmentSpreads(index)
  }
}
