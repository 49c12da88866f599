import ApusInspector
import Foundation
import ServiceLifecycle

/// The inspector's page, until the service group stops.
struct InspectorService: ServiceLifecycle.Service {
  let inspector: GraphQLInspector

  func run() async throws {
    try await withGracefulShutdownHandler {
      try await inspector.serve { url in
        FileHandle.standardError.write(Data("Apus Inspector: \(url.absoluteString)\n".utf8))
      }
    } onGracefulShutdown: {
      inspector.close()
    }
  }
}
