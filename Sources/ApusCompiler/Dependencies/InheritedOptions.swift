import ApusIR

/// The options of a target and its dependencies after options have been inherited from lower modules.
///
/// A target's types conform to protocols of fragments in its dependencies, so both must agree on scalars and naming.
/// Options that a configuration does not set are inherited from dependencies.
struct InheritedOptions {
  /// The target's options.
  let target: GenerationOptions
  /// The options of each dependency, by name.
  let dependencies: [String: GenerationOptions]

  init(_ inputs: Inputs) {
    var known: [String: Layer] = [:]
    for dependency in inputs.dependencies {
      let lower = inputs.dependencies.filter { dependency.dependencies.contains($0.name) }
        .compactMap { known[$0.name] }
      known[dependency.name] = Layer(dependency.configuration, above: lower, module: dependency.name)
    }
    let all = inputs.dependencies.compactMap { known[$0.name] }
    target = Layer(inputs.configuration, above: all, module: nil).options
    dependencies = known.mapValues(\.options)
  }

  /// A configuration with its inherited options.
  private struct Layer {
    var options: GenerationOptions
    /// The scalar bindings that dependents inherit, including the imports they need.
    private var scalars: [String: GenerationOptions.ScalarBinding] = [:]
    private var fields: [String: GenerationOptions.ScalarBinding] = [:]
    /// The single-value keys that this configuration or one below it sets.
    private var stated: Set<String> = []

    /// - Parameters:
    ///   - lower: the dependencies, each after its own. If several set an option, the last one wins.
    ///   - module: the module of the configuration; nil for the target itself.
    init(_ configuration: Configuration, above lower: [Layer], module: String?) {
      options = configuration.generation
      for layer in lower {
        scalars.merge(layer.scalars) { $1 }
        fields.merge(layer.fields) { $1 }
        inherit("identifiers", \.hasIdentifiers, layer, configuration)
        inherit("convertFieldCase", \.convertsFieldCase, layer, configuration)
        inherit("decodableInputs", \.hasDecodableInputs, layer, configuration)
        inherit("mutableProperties", \.hasMutableProperties, layer, configuration)
        inherit("typeMarkers", \.sendsTypeMarkers, layer, configuration)
        inherit("cache", \.usesCache, layer, configuration)
        inherit("cacheKeys.properties", \.hasKeyProperties, layer, configuration)
        inherit("nullability", \.nullability, layer, configuration)
        inherit("onError", \.onError, layer, configuration)
      }
      for layer in lower.reversed() {
        options.singulars.merge(layer.options.singulars) { own, _ in own }
        options.acronyms = options.acronyms.merging(layer.options.acronyms)
        options.typeNames.merge(layer.options.typeNames) { own, _ in own }
        options.cacheKeys.merge(layer.options.cacheKeys) { own, _ in own }
        options.cacheMaxAges.merge(layer.options.cacheMaxAges) { own, _ in own }
        options.cacheLookups.merge(layer.options.cacheLookups) { own, _ in own }
        options.cacheReplacements.formUnion(layer.options.cacheReplacements)
      }
      options.scalars.merge(scalars) { own, _ in own }
      options.fields.merge(fields) { own, _ in own }
      for key in Layer.keys where Layer.states(configuration, key) { stated.insert(key) }
      guard let module else { return }
      for (name, binding) in configuration.generation.scalars {
        scalars[name] = binding.imported(from: module)
      }
      for (coordinate, binding) in configuration.generation.fields {
        fields[coordinate] = binding.imported(from: module)
      }
    }

    /// Whether a configuration sets a key. Key properties can also be requested in "cache".
    private static func states(_ configuration: Configuration, _ key: String) -> Bool {
      configuration.places[key] != nil
        || key == "cacheKeys.properties" && configuration.places["cache.properties"] != nil
    }

    private static let keys = [
      "convertFieldCase", "decodableInputs", "mutableProperties", "typeMarkers", "cache", "nullability",
      "onError", "identifiers", "cacheKeys.properties",
    ]

    private mutating func inherit<Value>(
      _ key: String, _ path: WritableKeyPath<GenerationOptions, Value>, _ layer: Layer,
      _ configuration: Configuration
    ) {
      guard layer.stated.contains(key) else { return }
      stated.insert(key)
      if !Layer.states(configuration, key) { options[keyPath: path] = layer.options[keyPath: path] }
    }
  }
}

extension GenerationOptions.ScalarBinding {
  /// The binding as dependents of `module` need it: a type without an import of its own is declared in the module.
  fileprivate func imported(from module: String) -> Self {
    var result = self
    let isCodecElsewhere = codec.map { !$0.hasPrefix("GraphQL") } ?? false
    if imports.isEmpty, !isStandardType {
      result.imports = [module]
    } else if isCodecElsewhere {
      result.codecImports = [module]
    }
    return result
  }
}
