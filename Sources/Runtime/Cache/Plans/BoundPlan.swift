import Apus

/// A plan with the values of variables: completes the shapes that depend on them.
///
/// Only one thread may use it at a time, as its plan.
final class BoundPlan {
  let plan: Plan
  private let variables: PlanVariables
  /// Whether the conditions' variables are true.
  private let flags: [Bool]
  /// The completed shapes, by the numbers of their drafts.
  ///
  /// Exclusivity is unchecked: only one thread uses it, and no access calls foreign code, so a check would never fail.
  @exclusivity(unchecked) private var shapes: [PlanShape?] = []

  init(_ plan: Plan, _ variables: PlanVariables) {
    self.plan = plan
    self.variables = variables
    flags = plan.conditions.map { variables.isTrue($0, plan.document.defaults[$0]) }
  }

  var root: PlanPlace { plan.root }
  var types: TypeTable { plan.types }
  var names: FieldNames { plan.names }
  var kind: OperationKind? { plan.document.kind }
  /// The types of markers, by response key.
  var markers: [String: String] { plan.document.markers }
  /// The size of the last result in bytes.
  var lastSize: Int {
    get { plan.lastSize }
    set { plan.lastSize = newValue }
  }

  /// The text of a field's id.
  func name(of field: UInt32) -> String { names.shownText(field) }

  /// The key of a root field's record.
  func rootKey(of field: UInt32) -> String {
    var key: [UInt8] = []
    appendRootKey(of: field, to: &key)
    return String(decoding: key, as: UTF8.self)
  }

  func appendRootKey(of field: UInt32, to key: inout [UInt8]) {
    key.append(contentsOf: plan.rootPrefix)
    names.appendShownText(field, to: &key)
  }

  /// The shape of a place with one type, or of an object without a `__typename`.
  func onlyShape(_ place: PlanPlace) -> PlanShape {
    if let shape = place.only { return shape }
    if let draft = place.draft { return completed(draft) }
    return Array((place.type ?? "").utf8).withUnsafeBufferPointer { completed(plan.shape(place, $0, flags)) }
  }

  /// The known shape of an object type; nil if there is none yet, or if markers may change it.
  func knownShape(_ place: PlanPlace, _ name: UnsafeBufferPointer<UInt8>) -> PlanShape? {
    plan.knownShape(place, name, flags).map(completed)
  }

  /// The shape of an object type.
  func shape(_ place: PlanPlace, _ name: UnsafeBufferPointer<UInt8>) -> PlanShape {
    place.type == nil ? completed(plan.shape(place, name, flags)) : onlyShape(place)
  }

  private func completed(_ draft: PlanShape) -> PlanShape {
    guard let number = draft.number else { return draft }
    if number < shapes.count, let known = shapes[number] { return known }
    let shape = PlanShape(draft, variables, names)
    while shapes.count < plan.draftCount { shapes.append(nil) }
    shapes[number] = shape
    return shape
  }
}
