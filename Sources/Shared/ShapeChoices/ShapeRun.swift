/// Decides the forms while one value is made.
package struct ShapeRun {
  /// The forms that the value must have, each at the first occurrence of its point.
  private let forced: [ShapePoint: String]
  /// Forms that other points take if they can. Each is taken once.
  private var wanted: [ShapePoint: [String]]
  /// Whether points above a forced one may take forms that do not hide it as a rule.
  private let isBold: Bool
  /// The form at each point of the value, with the indices of elements. A place may be asked about repeatedly.
  private var known: [Occurrence: String] = [:]
  private var seen: Set<ShapePoint> = []
  /// The places, with the indices of elements, whose forms are not the usual ones.
  private var unusual: [String] = []
  /// The points in the order of their first occurrence, and the forms that each permits as far as they are known.
  private(set) var points: [ShapePoint] = []
  private(set) var forms: [ShapePoint: [String]] = [:]
  /// The decided forms, each with the place that has it.
  private var decisions: [(choice: ShapeChoice, path: String)] = []
  /// The places of members that a value does not distinguish from absent ones if they are null.
  private var nilIfLeftOut: Set<String> = []

  private struct Occurrence: Hashable {
    var path: String
    var kind: ShapePoint.Kind
  }

  /// A run in which all points have their first form.
  package init() { self.init(forced: [:]) }

  init(forced: [ShapePoint: String], wanted: [ShapePoint: [String]] = [:], isBold: Bool = false) {
    self.forced = forced
    self.wanted = wanted
    self.isBold = isBold
  }

  /// The forms that the value has. A member that is null where nil means both was decided to be included, but no value shows it.
  var taken: [ShapeChoice] { decisions.filter { !isHidden($0.choice, at: $0.path) }.map { $0.choice } }

  private func isHidden(_ choice: ShapeChoice, at path: String) -> Bool {
    guard choice.form == ShapeForm.included, nilIfLeftOut.contains(path) else { return false }
    // A result of null differs from no result.
    return known[Occurrence(path: path, kind: .null)] == ShapeForm.null
      && known[Occurrence(path: path, kind: .result)] == nil
  }

  /// Whether all points have their first form.
  package var isUsual: Bool { forced.isEmpty && wanted.isEmpty }

  /// Decides the form at a point.
  ///
  /// - Parameters:
  ///   - path: the place with the indices of elements.
  ///   - forms: the permitted forms, the usual one first.
  ///   - isNilIfLeftOut: whether the point is a member that is nil both if it is left out and if it is null.
  package mutating func choose(
    _ point: ShapePoint, at path: String, among forms: [String], isNilIfLeftOut: Bool = false
  ) -> String {
    if isNilIfLeftOut { nilIfLeftOut.insert(path) }
    let occurrence = Occurrence(path: path, kind: point.kind)
    if let form = known[occurrence] { return form }
    // An enum with hundreds of values is met again and again.
    if self.forms[point] != forms { for form in forms { note(form, at: point) } }
    let form = decide(point, usual: forms.first ?? "") { forms.contains($0) }
    known[occurrence] = form
    decisions.append((ShapeChoice(point, form), path))
    if form != forms.first { unusual.append(path) }
    return form
  }

  /// Whether a form at a place or below it is not the usual one, so that a failure there says nothing about other values.
  ///
  /// - Parameter path: the place with the indices of elements.
  package func isUnusual(at path: String) -> Bool {
    unusual.contains { $0 == path || $0.hasPrefix(path + ".") }
  }

  /// Whether an object has a type that is tested for. Unless another one was decided, it has the first.
  ///
  /// - Parameter path: the place with the indices of elements.
  package mutating func isType(_ name: String, _ point: ShapePoint, at path: String) -> Bool {
    let form = ShapeForm.type(name)
    let occurrence = Occurrence(path: path, kind: point.kind)
    note(form, at: point)
    note(ShapeForm.otherType, at: point)
    let decided: String
    if let form = known[occurrence] {
      decided = form
    } else {
      decided = decide(point, usual: form) { _ in true }
      known[occurrence] = decided
      if decided == ShapeForm.otherType { decisions.append((ShapeChoice(point, decided), path)) }
    }
    // Only now is it certain that the type is tested for.
    if decided == form { decisions.append((ShapeChoice(point, form), path)) }
    return decided == form
  }

  private mutating func note(_ form: String, at point: ShapePoint) {
    guard var known = forms[point] else {
      points.append(point)
      forms[point] = [form]
      return
    }
    if known.contains(form) { return }
    known.append(form)
    forms[point] = known
  }

  private mutating func decide(_ point: ShapePoint, usual: String, permits: (String) -> Bool) -> String {
    let isFirst = seen.insert(point).inserted
    if isFirst, let form = forced[point], permits(form) { return form }
    // Another form could hide what is forced below.
    let isAbove = isFirst && forced.keys.contains { ShapePlace.isAbove(point.place, $0.place) }
    if isAbove, !isBold { return usual }
    guard var forms = wanted[point],
      let index = forms.firstIndex(where: { permits($0) && !(isAbove && ShapeForm.hides($0)) })
    else { return usual }
    let form = forms.remove(at: index)
    wanted[point] = forms
    return form
  }
}
