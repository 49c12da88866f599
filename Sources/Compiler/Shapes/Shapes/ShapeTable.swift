import ApusSchema
import ApusSyntax

/// All shapes made so far, found by their content: there is one shape for each distinct content, however many places of responses have it.
struct ShapeTable {
  private(set) var shapes: [Shape] = []
  /// The numbers of shapes by selection set, for places with a single set. Nearly all places have one.
  private var ofSets: GenerationMap
  /// The numbers of structures by selection set, for objects to which only this set applies.
  private var structuresOfSets: GenerationMap
  /// The shapes of places with several selection sets. A key consists of these sets, before spreads are followed, and of the place's object types.
  var byInput: [ShapeKey: Shape] = [:]
  private var byKey: [ShapeKey: Shape] = [:]

  init(nodeCount: Int) {
    ofSets = GenerationMap(count: nodeCount)
    structuresOfSets = GenerationMap(count: nodeCount)
  }

  mutating func append(_ shape: Shape) { shapes.append(shape) }

  /// The shape of a place with a single selection set.
  func shape(ofPlace set: NodeID) -> Shape? {
    let number = ofSets.number(of: set)
    return number < 0 ? nil : shapes[number]
  }

  mutating func setShape(ofPlace set: NodeID, to shape: Shape) { ofSets.set(set, to: shape.id) }

  /// The structure for objects to which only this selection set applies.
  func structure(of set: NodeID) -> Shape? {
    let number = structuresOfSets.number(of: set)
    return number < 0 ? nil : shapes[number]
  }

  mutating func setStructure(of set: NodeID, to shape: Shape) { structuresOfSets.set(set, to: shape.id) }

  /// The shape with a key. For a key of a single selection set that always applies, it is the set's structure.
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

  /// Forgets the keys of all shapes for which `isKept` is false, so that later places do not reuse these shapes. Shapes that are found by a single
  /// selection set stay reusable.
  mutating func keep(where isKept: (Shape) -> Bool) {
    byKey = byKey.filter { isKept($0.value) }
    byInput = byInput.filter { isKept($0.value) }
  }
}
