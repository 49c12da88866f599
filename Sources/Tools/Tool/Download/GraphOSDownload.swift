import ApusDriver
import ApusSource

/// Downloads a schema from the Apollo GraphOS registry, the way `rover graph fetch` does.
package struct GraphOSDownload {
  /// The URL of the registry's API.
  package static let address = "https://api.apollographql.com/graphql"

  private let graph: String
  private let variant: String

  /// - Parameter reference: `GRAPH@VARIANT`, or `GRAPH` for the variant "current".
  /// - Returns: nil if the text has a different format.
  package init?(_ reference: String) {
    let parts = reference.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard !parts[0].isEmpty, parts.count == 1 || !parts[1].isEmpty else { return nil }
    graph = String(parts[0])
    variant = parts.count > 1 ? String(parts[1]) : "current"
  }

  /// The body of the POST request.
  package var body: String {
    let query = """
      query GraphFetchQuery($graph_id: ID!, $variant: String!) { graph(id: $graph_id) { variant(name: $variant) \
      { latestPublication { schema { document } } } } }
      """
    return
      (["query": .string(query), "variables": ["graph_id": .string(graph), "variant": .string(variant)]]
      as JSONOutput).line
  }

  /// Extracts the schema from the response.
  package func text(
    _ answer: SchemaDownload.Answer, as form: SchemaDownload.Form
  ) throws(SchemaDownload.Failure) -> String {
    if answer.status == 401 || answer.status == 403 {
      throw SchemaDownload.Failure(
        "GraphOS rejects the key in APOLLO_KEY (status \(answer.status)). Make one in GraphOS Studio."
      )
    }
    try SchemaDownload.refuseErrors(answer)
    guard let root = answer.json else {
      throw SchemaDownload.Failure("The response of GraphOS is not JSON (status \(answer.status)).")
    }
    if let message = root["errors"]?.elements?.first?["message"]?.string {
      throw SchemaDownload.Failure("GraphOS rejects the request: \(message)")
    }
    guard let found = root["data"]?["graph"], !found.isNull else {
      throw SchemaDownload.Failure("GraphOS has no graph \"\(graph)\" that the key in APOLLO_KEY can access.")
    }
    guard let document = found["variant"]?["latestPublication"]?["schema"]?["document"]?.string else {
      throw SchemaDownload.Failure("The graph \"\(graph)\" has no variant \"\(variant)\" with a schema.")
    }
    return try SchemaDownload.sdl(document, as: form)
  }
}
