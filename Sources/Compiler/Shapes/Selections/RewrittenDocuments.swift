import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// The documents as they are sent and read: the user's, with the selections that the compiler adds as nodes among the user's own.
///
/// The compiler prints this tree to get the text that is sent, and collects it to get what is read, so the two cannot disagree. ``NodeFlag``
/// marks nodes that were added, and for whom.
package struct RewrittenDocuments {
  package let index: DocumentIndex
  package let written: DocumentIndex
  /// The nodes of the user's documents in the rewritten ones.
  package let numbers: NodeNumbers
  package let spreads: FragmentSpreads
  package let separate: FragmentFields
  package let markerNames: MarkerNames
  /// The modules that the rewritten definitions belong to.
  package let modules: DocumentModules

  /// - Parameter below: the modules below, each after its own dependencies.
  package init(
    _ documents: DocumentIndex, _ options: ShapeOptions, _ below: [DocumentModule], _ rules: CacheRules,
    _ diagnostics: DiagnosticSink
  ) {
    written = documents
    let spreads = FragmentSpreads(documents)
    var separate = FragmentFields(documents, spreads.order, diagnostics)
    let writtenModules = DocumentModules(documents.tree, below)
    markerNames = MarkerNames(
      documents, spreads, usesCache: options.usesCache, modules: writtenModules, diagnostics)
    var rewriter = DocumentRewriter(documents, options, writtenModules, separate, markerNames, rules)
    let copy = rewriter.rewrite()
    numbers = copy.numbers
    index = DocumentIndex(copy.tree, documents.schema)
    modules = DocumentModules(copy.tree, below)
    separate.renumber(copy.numbers)
    self.separate = separate
    self.spreads = FragmentSpreads(index)
  }
}
