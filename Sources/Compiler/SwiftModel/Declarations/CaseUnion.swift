import ApusShapes

/// A nested enumeration over the types that a field has in the cases of the enclosing one, where those differ.
package final class CaseUnion {
  package struct Case {
    package var swiftName: String
    package var object: ObjectType
  }

  /// Describes the values in the union's doc comment.
  package let subject: String
  package let name: String
  package let path: String
  /// One for each distinct type, in the order of the enclosing cases.
  package let cases: [Case]
  /// For the cases of the enclosing enumeration, the case here that holds their type.
  private let caseNames: [String: String]
  /// What every case's type has.
  package private(set) var properties: [Property] = []
  /// Unions for properties whose types differ again.
  package private(set) var unions: [CaseUnion] = []
  /// Properties for fragments that every case's type has.
  package private(set) var conditionalFragments: [ConditionalFragment] = []

  /// - Parameters:
  ///   - types: each case of the enclosing enumeration with its type; the last is "everything else", whose name
  ///     stands for all cases of one type.
  ///   - outerNames: names that types within leave alone.
  init(
    subject: String, name: String, path: String, _ types: [(name: String, object: ObjectType)],
    avoiding outerNames: TakenNames
  ) {
    self.subject = subject
    self.name = name
    self.path = path
    var cases: [Case] = []
    var caseNames: [String: String] = [:]
    for (name, object) in types.reversed() {
      if let known = cases.first(where: { $0.object.id == object.id }) {
        caseNames[name] = known.swiftName
      } else {
        cases.append(Case(swiftName: name, object: object))
      }
    }
    self.cases = cases.reversed()
    self.caseNames = caseNames
    shareProperties(outerNames)
    conditionalFragments = ObjectType.sharedFragments(self.cases.map(\.object), completesParts: true)
  }

  /// The case that holds the value for a case of the enclosing enumeration.
  package func caseName(for outer: String) -> String { caseNames[outer] ?? outer }

  private func shareProperties(_ outerNames: TakenNames) {
    guard let last = cases.last else { return }
    var scope = NameScope(outer: outerNames, taken: TakenNames(SwiftNames.reservedTypes))
    // Beside a property of its name a type is ambiguous.
    for property in last.object.properties { scope.reserve(property.swiftName) }
    for property in last.object.properties {
      let each = cases.compactMap { value in
        value.object.properties.first { $0.field.key == property.field.key }
      }
      guard each.count == cases.count, let field = Field.shared(each.map(\.field)) else { continue }
      var shared = property
      shared.field = field
      let objects = each.compactMap(\.object)
      if let object = property.object, let typeName = property.typeName {
        if objects.allSatisfy({ $0.id == object.id }) {
          shared.typeName = object.path
        } else {
          let name = scope.claim(
            typeName.split(separator: ".").last.map(String.init) ?? typeName, suffix: "Object")
          let union = CaseUnion(
            subject: property.swiftName, name: name, path: "\(path).\(name)",
            zip(cases, objects).map { ($0.swiftName, $1) }, avoiding: outerNames)
          unions.append(union)
          shared.typeName = name
          shared.object = .union(union)
        }
      }
      properties.append(shared)
    }
  }
}
