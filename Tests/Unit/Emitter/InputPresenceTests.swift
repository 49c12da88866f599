import ApusSwiftModel
import Testing

@testable import ApusEmitter

/// No emitted initializer can build a request that a server must refuse for a null: a variable, argument or input field can be
/// null only where its type, and every place that it stands at, can be.
@Suite(.timeLimit(.minutes(15))) struct InputPresenceTests {
  /// A type with or without a default, and what it is in Swift.
  private struct Place {
    var graphQL: String
    var swift: String
    var isNonNull: Bool
    var value: String?

    var definition: String { graphQL + (value.map { " = \($0)" } ?? "") }
    var canBeNull: Bool { !isNonNull }
    var canBeLeftOut: Bool { !isNonNull || value != nil }

    /// The declaration of a property of this type.
    ///
    /// - Parameter places: where the value is passed on.
    func property(_ name: String, at places: [Place] = []) -> String {
      if !canBeLeftOut { return "var \(name): \(swift)\n" }
      return canBeNull && places.allSatisfy(\.canBeNull)
        ? "var \(name): GraphQLNullable<\(swift)> = .unset\n" : "var \(name): \(swift)? = nil\n"
    }
  }

  private static let types: [(graphQL: String, swift: String, value: String)] = [
    ("Int", "Int", "1"), ("String", "String", "\"a\""), ("ID", "String", "\"a\""), ("[Int]", "[Int?]", "[1]"),
    ("[Int!]", "[Int]", "[1]"), ("[[ID!]]", "[[String]?]", "[]"), ("Kind", "Kind", "A"),
    ("Range", "RangeInput", "{}"),
  ]

  private static func place(_ type: Int, _ random: inout SeededNumbers) -> Place {
    let (graphQL, swift, value) = types[type]
    let isNonNull = random.next(2) == 0
    return Place(
      graphQL: graphQL + (isNonNull ? "!" : ""), swift: swift, isNonNull: isNonNull,
      value: random.next(2) == 0 ? value : nil)
  }

  @Test(arguments: 1...60)
  func `null is possible only where it is allowed`(_ seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    var arguments: [Place] = []
    var fields: [Place] = []
    var variables: [Place] = []
    var places: [[Place]] = []
    for number in 0..<12 {
      let type = random.next(Self.types.count)
      arguments.append(Self.place(type, &random))
      fields.append(Self.place(type, &random))
      let variable = Self.place(type, &random)
      variables.append(variable)
      // Where the variable may stand (section 5.8.5).
      places.append(
        [arguments[number], fields[number]].filter { place in
          variable.isNonNull || place.canBeNull || place.value != nil || variable.value != nil
        })
    }
    // As the element of a list, where no default helps: only what cannot be null at all, or has a default of its own.
    let elements = variables.indices.filter { number in
      variables[number].graphQL.hasPrefix("Int")
        && (variables[number].isNonNull || variables[number].value != nil)
    }
    for number in elements {
      places[number].append(Place(graphQL: "Int!", swift: "Int", isNonNull: true, value: nil))
    }
    let schema = """
      type Query { f(\(arguments.indices.map { "a\($0): \(arguments[$0].definition)" }.joined(separator: " ")) by: In list: [Int!]): Int }
      input In { \(fields.indices.map { "f\($0): \(fields[$0].definition)" }.joined(separator: " ")) }
      input Range { from: Int } enum Kind { A }
      """
    var uses: [String] = []
    for number in variables.indices {
      for place in places[number].prefix(elements.contains(number) ? places[number].count - 1 : .max) {
        let isArgument = place.definition == arguments[number].definition
        uses.append(isArgument ? "a\(number): $v\(number)" : "by: { f\(number): $v\(number) }")
      }
    }
    uses += elements.map { "list: [1, $v\($0)]" }
    // Other required arguments do not matter here: only what variables stand at does. Half of them stand in a fragment.
    let selected = uses.enumerated().map { "r\($0.offset): f(\($0.element))" }
    let selections = selected.enumerated().filter { $0.offset % 2 == 0 }.map(\.element).joined(separator: " ")
    let fragment = selected.enumerated().filter { $0.offset % 2 == 1 }.map(\.element).joined(separator: " ")
    let document = """
      query Q(\(variables.indices.map { "$v\($0): \(variables[$0].definition)" }.joined(separator: " "))) { ...F \(selections) }
      fragment F on Query { __typename \(fragment) }
      """
    var options = GenerationOptions()
    options.emitsWholeSchema = true
    let emitter = Emitter(document, schema: schema, options)
    let operation = emitter.document(0)
    for number in variables.indices {
      #expect(operation.contains(variables[number].property("v\(number)", at: places[number])))
    }
    let input = emitter.schema() ?? ""
    for number in fields.indices { #expect(input.contains(fields[number].property("f\(number)"))) }
  }
}

/// Numbers that a seed decides.
struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// A number below `limit`.
  mutating func next(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % limit
  }
}
