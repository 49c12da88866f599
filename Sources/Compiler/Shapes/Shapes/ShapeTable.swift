import ApusSchema
import ApusSyntax

/// Interned shapes: one for each distinct content, however many places of a response have it.
struct ShapeTable {
  private(set) var shapes: [Shape] = []
  /// By selection set, for a place that has no other, the number of its shape: nearly all places.
  private var ofSets: GenerationMap
  /// By selection set, for objects that nothing else applies to, the number of the shape.
  private var structuresOfSets: GenerationMap
  private var byInput: [ShapeInput: Shape] = [:]
  private var byKey: [ShapeKey: Shape] = [:]

  init(nodeCount: Int) {
    ofSets = GenerationMap(count: nodeCount)
    structuresOfSets = GenerationMap(count: nodeCount)
  }

  mutating func append(_ shape: Shape) { shapes.append(shape) }

  /// The shape of a place that one selection set opens.
  func shape(ofPlace set: NodeID) -> Shape? {
    let number = ofSets.number(of: set)
    return number < 0 ? nil : shapes[number]
  }

  mutating func setShape(ofPlace set: NodeID, to shape: Shape) { ofSets.set(set, to: shape.id) }

  /// The structure of a selection set that nothing else applies with.
  func structure(of set: NodeID) -> Shape? {
    let number = structuresOfSets.number(of: set)
    return number < 0 ? nil : shapes[number]
  }

  mutating func setStructure(of set: NodeID, to shape: Shape) { structuresOfSets.set(set, to: shape.id) }

  /// The shape of a place that several selection sets open.
  subscript(input: ShapeInput) -> Shape? {
    get { byInput[input] }
    set { byInput[input] = newValue }
  }

  /// The shape with a key. A single set under no condition may be known from a place where it is alone.
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

  /// Forgets the shapes that a place with several selection sets may not have from now on.
  mutating func keep(where isKept: (Shape) -> Bool) {
    byKey = byKey.filter { isKept($0.value) }
    byInput = byInput.filter { isKept($0.value) }
  }
}

/// The selection sets that open a place, and the object types that are possible there.
struct ShapeInput: Hashable {
  var contributions: [Contribution]
  var types: Int
}
