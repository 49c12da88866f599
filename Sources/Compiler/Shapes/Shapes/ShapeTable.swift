import ApusSchema
import ApusSyntax

/// Interned shapes: one per distinct content, no matter how many places of responses have it.
struct ShapeTable {
  private(set) var shapes: [Shape] = []
  /// The shape's number by selection set, for places with only one, which are nearly all.
  private var ofSets: GenerationMap
  /// The structure's number by selection set, for objects to which no other set applies.
  private var structuresOfSets: GenerationMap
  private var byInput: [ShapeInput: Shape] = [:]
  private var byKey: [ShapeKey: Shape] = [:]

  init(nodeCount: Int) {
    ofSets = GenerationMap(count: nodeCount)
    structuresOfSets = GenerationMap(count: nodeCount)
  }

  mutating func append(_ shape: Shape) { shapes.append(shape) }

  /// The shape of a place that starts with one selection set.
  func shape(ofPlace set: NodeID) -> Shape? {
    let number = ofSets.number(of: set)
    return number < 0 ? nil : shapes[number]
  }

  mutating func setShape(ofPlace set: NodeID, to shape: Shape) { ofSets.set(set, to: shape.id) }

  /// The structure of a selection set, if no other set applies to its objects.
  func structure(of set: NodeID) -> Shape? {
    let number = structuresOfSets.number(of: set)
    return number < 0 ? nil : shapes[number]
  }

  mutating func setStructure(of set: NodeID, to shape: Shape) { structuresOfSets.set(set, to: shape.id) }

  /// The shape of a place that starts with several selection sets.
  subscript(input: ShapeInput) -> Shape? {
    get { byInput[input] }
    set { byInput[input] = newValue }
  }

  /// The shape with a key. A single set without a condition may already have one from a place of its own.
  subscript(key: ShapeKey) -> Shape? {
    get { key.isOfOneSet ? structure(of: key.contributions[0].selectionSet) : byKey[key] }
    set {
      if key.isOfOneSet, let newValue {
        setStructure(of: key.contributions[0].selectionSet, to: newValue)
      } else {
        byKey[key] = newValue
      }
    }
  }

  /// Removes shapes that must not be reused for places with several selection sets.
  mutating func keep(where isKept: (Shape) -> Bool) {
    byKey = byKey.filter { isKept($0.value) }
    byInput = byInput.filter { isKept($0.value) }
  }
}

/// The selection sets of a place in responses, before spreads are followed, and the place's possible object types.
struct ShapeInput: Hashable {
  var contributions: [Contribution]
  var types: Int
}
