import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// The operations and fragments in which errors do not propagate, so that a field declared non-null may be null and have an error. Either
/// `"onError": "NULL"` in `apus.json` or `@experimental_disableErrorPropagation` on an operation causes this.
///
/// https://github.com/graphql/graphql-spec/pull/1163
package struct OnErrorMode {
  package static let directive = "experimental_disableErrorPropagation"

  private let kindsWithDirective: Set<OperationKind>
  private let onError: ShapeOptions.ErrorBehavior?
  private let isOff: Bool
  /// The operations with the directive and the fragments that they reach, without those of other modules.
  private var definitions: Set<NodeID> = []

  package init(
    _ documents: DocumentIndex, _ options: ShapeOptions, _ modules: DocumentModules,
    _ diagnostics: DiagnosticSink
  ) {
    let schema = documents.schema
    let name = schema.names.find(Self.directive)
    let isCapable = schema.capabilities?.contains(ServiceCapabilities.onError)
    isOff = options.onError == .null
    onError = options.onError
    kindsWithDirective = Self.kindsWithDirective(schema, options)
    let sendsOnError = documents.tree.definitions.contains { [kindsWithDirective] in
      documents.tree.kind($0) == .operation && !kindsWithDirective.contains(documents.tree.operationKind($0))
    }
    if onError != nil, isCapable == false, sendsOnError { diagnostics.append(Self.unsupported) }
    if name == 0 { return }
    let marked = documents.allDefinitions.filter {
      documents.tree.directive(name, on: documents.node($0)) != nil
    }
    // The types of another module's fragments do not depend on the operations that spread them.
    definitions = Set(documents.reached(from: marked).map(documents.node).filter(modules.isOwn))
  }

  /// The kinds of operations to which the compiler adds the directive. With `"onError": "NULL"`, these are the kinds on which the schema allows it.
  /// There are none if the directive has a required argument. There are also none if the schema lists the capability `graphql.onError`, because
  /// requests then contain `onError` instead.
  static func kindsWithDirective(_ schema: Schema, _ options: ShapeOptions) -> Set<OperationKind> {
    let name = schema.names.find(Self.directive)
    let isCapable = schema.capabilities?.contains(ServiceCapabilities.onError)
    guard let directive = schema.directive(named: name), options.onError == .null, isCapable != true,
      !schema.arguments(of: directive).contains(where: { schema[$0].isRequired })
    else { return [] }
    let locations: [(OperationKind, NameID)] = [
      (.query, Keyword.atQuery), (.mutation, Keyword.atMutation), (.subscription, Keyword.atSubscription),
    ]
    return Set(locations.filter { schema[directive].allows($0.1) }.map(\.0))
  }

  /// The value of `onError` in requests for a kind of operation; nil if the options have none, or if the compiler adds the directive instead.
  package func onError(for kind: OperationKind) -> ShapeOptions.ErrorBehavior? {
    kindsWithDirective.contains(kind) ? nil : onError
  }

  /// Whether errors propagate in every definition.
  var isTrivial: Bool { !isOff && definitions.isEmpty }

  /// Whether errors in an operation or fragment do not propagate.
  func isOff(in definition: NodeID) -> Bool { isOff || definitions.contains(definition) }

  private static var unsupported: Diagnostic {
    var diagnostic = Diagnostic(
      .warning, .unsupportedErrorBehavior,
      "The schema does not list the capability \"graphql.onError\", so the server may ignore \"onError\" or reject requests that contain it. Remove the "
        + "key. If the server supports it by now, download the schema again with `swift package apus-fetch-schema`."
    )
    diagnostic.configurationKey = "onError"
    return diagnostic
  }
}

extension DiagnosticCode {
  static let unsupportedErrorBehavior = DiagnosticCode(
    "unsupported-error-behavior",
    title: "`onError` for a server that does not support it",
    explanation: """
      With "onError" in apus.json, requests ask the server to handle errors of fields in a certain way. The server's capabilities,
      which `swift package apus-fetch-schema` writes at the head of the schema, do not include "graphql.onError". It may ignore the member and
      let errors propagate, or reject the request. If the schema defines `@experimental_disableErrorPropagation`, "NULL" sends that
      instead.
      """,
    example: "{ \"onError\": \"HALT\" }  # the schema begins with: # service { }",
    fix: "Remove the key, or download the schema again if the server has learned it since.",
    isWarning: true)
}
