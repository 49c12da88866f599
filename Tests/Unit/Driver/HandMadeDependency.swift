@testable import ApusDriver

/// A module below with a configuration made by hand.
func dependency(
  _ name: String, namespace: String? = nil, emitsWholeSchema: Bool = false, on dependencies: Set<String> = []
) -> Dependency {
  var configuration = Configuration()
  configuration.generation.namespace = namespace
  configuration.generation.emitsWholeSchema = emitsWholeSchema
  return Dependency(name, configuration: configuration, dependencies: dependencies)
}
