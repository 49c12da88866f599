/// An argument of `@apus`. The definition of the directive, the check of its uses, merging and the pages about it derive from the entries.
package enum ApusArgument: String, CaseIterable {
  case name, type, conformsTo, mutable

  /// The form of an argument's value.
  package enum Form {
    case boolean, identifier, typeName
    /// One name or several, each of which may have a module.
    case qualifiedNames
  }

  /// The value that a field has if it merges several selections.
  package enum Merging {
    /// That of each selection; they must be equal.
    case equal
    /// Those of all selections together.
    case union
  }

  private typealias Entry = (
    type: String, form: Form, merging: Merging, places: [ApusPlace], summary: String
  )

  /// The argument's GraphQL type, the form of its value, how values merge, the places that take it, and its description.
  private var entry: Entry {
    switch self {
    case .name:
      (
        "String", .identifier, .equal, [.field, .inlineFragment, .variable],
        "The name of the property, or of the variable in Swift."
      )
    case .type:
      (
        "String", .typeName, .equal, [.field],
        "The name of the nested type, or for a scalar its Swift type, which is Codable."
      )
    case .conformsTo:
      (
        "[String!]", .qualifiedNames, .union, [.field, .fragment],
        "Protocols that the nested type, or the fragment's type, conforms to."
      )
    case .mutable:
      (
        "Boolean", .boolean, .union, [.operation, .fragment],
        "Whether the properties of the types can be set."
      )
    }
  }

  package var form: Form { entry.form }
  package var merging: Merging { entry.merging }

  package func applies(on place: ApusPlace) -> Bool { entry.places.contains(place) }

  /// The definition of the directive.
  static var definition: String {
    let arguments = allCases.map { "\"\($0.entry.summary)\" \($0): \($0.entry.type)" }
    let places = ApusPlace.allCases.filter { place in allCases.contains { $0.applies(on: place) } }
    return
      "directive @apus(\(arguments.joined(separator: " "))) on \(places.map(\.locations).joined(separator: " | "))"
  }

  /// The sentence on the page about a field that merges several selections.
  private var ruleOfMerging: String {
    if !applies(on: .field) { return "" }
    return switch merging {
    case .equal: " Selections that become one property must have the same."
    case .union: " Selections that become one property give it those of all."
    }
  }

  /// A list of the arguments for people.
  package static var page: String {
    allCases.map { argument in
      "- \"\(argument)\" on \(ApusPlace.list(argument.entry.places)): \(argument.entry.summary)\(argument.ruleOfMerging)"
    }.joined(separator: "\n")
  }
}
