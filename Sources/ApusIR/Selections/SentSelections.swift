import ApusDiagnostics
import ApusDocuments

/// The user's selections as they are sent and read: which fragments are separate, and which selections are added.
///
/// Added selections are keyed by the nodes of selection sets, so that the printed document and the types that read the response agree.
// A class: an unoptimized build copies a struct wherever a part of it is read.
final class SentSelections {
  let separate: SeparateFragments
  let typenames: AddedTypenames
  let markers: TypeMarkers
  let markerNames: MarkerNames
  let cache: CacheSelections

  init(
    _ documents: DocumentIndex, _ options: GenerationOptions, _ directives: ApusDirectives,
    _ cacheKeys: CacheKeys, _ guards: GuardTable, _ spreads: FragmentSpreads, _ diagnostics: DiagnosticSink
  ) {
    separate = SeparateFragments(documents, spreads.order, directives, diagnostics)
    markers = TypeMarkers(documents, options, separate, guards)
    markerNames = MarkerNames(
      documents, spreads, usesCache: options.usesCache, modules: DocumentModules(documents.tree, options),
      diagnostics)
    typenames = AddedTypenames(documents, separate, markerNames)
    cache = CacheSelections(documents, options, cacheKeys, separate, typenames)
  }
}
