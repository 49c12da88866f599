import ApusSource
import ApusSwiftModel
import Testing

@testable import ApusDriver

extension InheritedOptionsTests {
  /// Each row: a key with a value, and with another one.
  @Test(
    arguments: [
      (#""convertFieldCase": true"#, #""convertFieldCase": false"#),
      (#""decodableInputs": true"#, #""decodableInputs": false"#),
      (#""mutableProperties": true"#, #""mutableProperties": false"#),
      (#""identifiers": true"#, #""identifiers": false"#),
      (#""nullability": "null""#, #""nullability": "throw""#), (#""onError": "NULL""#, #""onError": "HALT""#),
      (#""cache": { "properties": true }"#, #""cache": { "properties": false }"#), (#""cache": {}"#, nil),
    ] as [(String, String?)])
  func `a key that a configuration does not set comes from the last module below that sets it`(
    _ value: String, _ other: String?
  ) {
    func configuration(_ text: String?) -> Configuration {
      ConfigurationFile.read(SourceFile(path: "apus.json", text: "{ \(text ?? "") }")).configuration
    }
    func described(_ options: GenerationOptions?) -> String { options.map { "\($0)" } ?? "" }
    func inherited(_ lowest: String?, _ low: String?, _ target: String? = nil) -> InheritedOptions {
      InheritedOptions(
        Inputs(
          schemas: [], documents: [],
          dependencies: [
            Dependency("Lowest", configuration: configuration(lowest)),
            Dependency("Low", configuration: configuration(low), dependencies: ["Lowest"]),
            Dependency("Apart", configuration: configuration(nil)),
          ], configuration: configuration(target)))
    }
    let set = described(configuration(value).generation)
    let unset = described(Configuration().generation)
    #expect(set != unset)
    let through = inherited(value, nil)
    #expect(described(through.target) == set && described(through.dependencies["Low"]) == set)
    #expect(described(through.dependencies["Apart"]) == unset)
    #expect(described(inherited(nil, value).dependencies["Lowest"]) == unset)
    #expect(described(inherited(nil, nil).target) == unset)
    guard let other else { return }
    let otherwise = described(configuration(other).generation)
    #expect(described(inherited(value, other).target) == otherwise)
    #expect(described(inherited(other, value).target) == set)
    #expect(described(inherited(value, value, other).target) == otherwise)
  }
}
