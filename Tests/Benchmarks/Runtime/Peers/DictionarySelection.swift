/// A selection over dictionary storage, as a code generator of Apollo's shape writes it.
protocol DictionarySelection: DictionaryEntity {
  /// Computed, as Apollo emits it: the executor asks for it at every object, and then it is made.
  static var selections: [DictionaryField] { get }
  var data: DictionaryObject { get }
  init(data: DictionaryObject)
}

/// A selected field, as data that an executor walks.
struct DictionaryField {
  indirect enum OutputType {
    case scalar(any DictionaryScalar.Type)
    case object(any DictionarySelection.Type)
    case list(OutputType)
    case nonNull(OutputType)

    /// The type within all wrapping.
    var named: OutputType {
      switch self {
      case .list(let type), .nonNull(let type): type.named
      case .scalar, .object: self
      }
    }
  }

  let name: String
  let alias: String?
  let type: OutputType

  init(_ name: String, alias: String? = nil, _ type: any DictionaryOutput.Type) {
    self.name = name
    self.alias = alias
    self.type = type.outputType
  }

  var responseKey: String { alias ?? name }
}

/// A Swift type that stands for a field's type in GraphQL.
protocol DictionaryOutput {
  static var outputType: DictionaryField.OutputType { get }
}

extension String: DictionaryOutput {
  static var outputType: DictionaryField.OutputType { .nonNull(.scalar(self)) }
}

extension Int: DictionaryOutput {
  static var outputType: DictionaryField.OutputType { .nonNull(.scalar(self)) }
}

extension Double: DictionaryOutput {
  static var outputType: DictionaryField.OutputType { .nonNull(.scalar(self)) }
}

extension Bool: DictionaryOutput {
  static var outputType: DictionaryField.OutputType { .nonNull(.scalar(self)) }
}

extension FeedState: DictionaryOutput {
  static var outputType: DictionaryField.OutputType { .nonNull(.scalar(self)) }
}

extension DictionarySelection {
  static var outputType: DictionaryField.OutputType { .nonNull(.object(self)) }
}

extension Optional: DictionaryOutput where Wrapped: DictionaryOutput {
  static var outputType: DictionaryField.OutputType {
    guard case .nonNull(let type) = Wrapped.outputType else { return Wrapped.outputType }
    return type
  }
}

extension Array: DictionaryOutput where Element: DictionaryOutput {
  static var outputType: DictionaryField.OutputType { .nonNull(.list(Element.outputType)) }
}
