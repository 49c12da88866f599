import ApusShapes
import ApusSwiftModel

/// The configurations of a target and its dependencies after values have been inherited from lower modules, as
/// ``ConfigurationKey/inheritance`` is the rule for each key.
struct InheritedOptions {
  /// The configuration of the target.
  let configuration: Configuration
  /// The options of each dependency, by name.
  let dependencies: [String: GenerationOptions]

  /// The options of the target, including inherited keys.
  var target: GenerationOptions { configuration.generation }

  init(_ inputs: Inputs) {
    let rules = ConfigurationKey.all.flatMap(\.inheritance)
    var known: [String: Layer] = [:]
    for dependency in inputs.dependencies {
      let lower = inputs.dependencies.filter { dependency.dependencies.contains($0.name) }
        .compactMap { known[$0.name] }
      known[dependency.name] = Layer(dependency.configuration, rules, above: lower, module: dependency.name)
    }
    let all = inputs.dependencies.compactMap { known[$0.name] }
    configuration = Layer(inputs.configuration, rules, above: all, module: nil).configuration
    dependencies = known.mapValues(\.configuration.generation)
  }

  /// A configuration with its inherited values.
  private struct Layer {
    var configuration: Configuration
    /// The configuration as dependents inherit it: its scalar bindings have the imports that they need there.
    private var exported: Configuration
    /// The keys with a single value that this configuration or one below it sets.
    private var stated: Set<String> = []

    /// - Parameters:
    ///   - lower: the dependencies, each after its own. If several set an option, the last one wins.
    ///   - module: the module of the configuration; nil for the target itself.
    init(_ own: Configuration, _ rules: [KeyInheritance], above lower: [Layer], module: String?) {
      configuration = own
      exported = own
      for rule in rules {
        switch rule {
        case .value(let names, let copy):
          let isOwn = names.contains { own.places[$0] != nil }
          for layer in lower where !layer.stated.isDisjoint(with: names) {
            stated.formUnion(names)
            if !isOwn { copy(layer.exported, &configuration) }
          }
          if isOwn { stated.formUnion(names) }
        case .entries(let merge):
          for layer in lower.reversed() { merge(layer.exported, &configuration) }
        }
      }
      exported = configuration
      guard let module else { return }
      for (name, binding) in own.generation.scalars {
        exported.generation.scalars[name] = binding.imported(from: module)
      }
      for (coordinate, binding) in own.generation.fields {
        exported.generation.fields[coordinate] = binding.imported(from: module)
      }
    }
  }
}

extension GenerationOptions.ScalarBinding {
  /// The binding as dependents of `module` need it: a type without an import is declared in the module.
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
