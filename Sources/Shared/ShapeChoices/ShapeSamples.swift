/// A short list of values in which every form that a type permits occurs at least once.
///
/// Nothing says beforehand which forms a type permits. So each one is tried alone first: a form that cannot be made, or that
/// makes a value of a known shape, is not one of the type's. Then each value of the list takes as many new forms as it can.
package struct ShapeSamples<Value> {
  /// A value, and the forms that no earlier value has. The one that the value was made for comes first.
  package struct Sample {
    package let value: Value
    package let choices: [ShapeChoice]

    /// The value's unusual forms in words; the usual ones if there are no others.
    package func name(isUsual: (ShapeChoice) -> Bool) -> String {
      let unusual = choices.filter { !isUsual($0) }
      let named = (unusual.isEmpty ? choices : unusual).map(\.description)
      let rest = named.count - 3
      return named.prefix(3).joined(separator: ", ") + (rest > 0 ? ", and \(rest) more" : "")
    }
  }

  package private(set) var samples: [Sample] = []
  /// All choices, in the order in which they were found.
  package private(set) var choices: [ShapeChoice] = []
  /// The forms that must be forced for a point to occur.
  private var contexts: [ShapeChoice: [ShapePoint: String]] = [:]
  private var usual: Set<ShapeChoice> = []
  private let make: (inout ShapeRun) throws -> Value

  /// - Parameters:
  ///   - shape: a value's shape; two values of the same shape differ in nothing that a type permits to choose.
  ///   - isFatal: whether an error means that no list can be made, rather than that a type does not permit a form.
  ///   - make: makes a value, and asks the run for the forms.
  /// - Throws: errors of `make` that are fatal or occur with the usual forms.
  package init(
    shape: (Value) -> AnyHashable, isFatal: (any Error) -> Bool = { _ in false },
    make: @escaping (inout ShapeRun) throws -> Value
  ) throws {
    self.make = make
    try explore(shape, isFatal)
    // A point with a single form leaves nothing to choose.
    let counts = Dictionary(choices.map { ($0.point, 1) }, uniquingKeysWith: +)
    choices.removeAll { counts[$0.point] == 1 }
    try cover(shape)
  }

  /// The names of the samples: what is special about each. A name that another sample has gets a number, because forms of
  /// different points may have the same words.
  package var names: [String] {
    var counts: [String: Int] = [:]
    return samples.enumerated().map { index, sample in
      let name = index == 0 ? "default" : sample.name { usual.contains($0) }
      counts[name, default: 0] += 1
      return counts[name] == 1 ? name : "\(name) (\(counts[name, default: 0]))"
    }
  }

  // MARK: - Exploring

  private mutating func explore(_ shape: (Value) -> AnyHashable, _ isFatal: (any Error) -> Bool) throws {
    var queue: [(choice: ShapeChoice, context: [ShapePoint: String])] = []
    var queued: Set<ShapeChoice> = []
    func enqueue(_ run: ShapeRun, _ context: [ShapePoint: String]) -> [ShapeChoice] {
      var first: [ShapeChoice] = []
      for point in run.points {
        for (index, form) in (run.forms[point] ?? []).enumerated() {
          let choice = ShapeChoice(point, form)
          guard queued.insert(choice).inserted else { continue }
          // The form that the run has needs no trial.
          if index == 0 || run.taken.contains(choice) {
            first.append(choice)
          } else {
            queue.append((choice, context))
          }
        }
      }
      return first
    }
    var run = ShapeRun()
    var shapes: Set<AnyHashable> = [shape(try make(&run))]
    for choice in enqueue(run, [:]) where run.taken.contains(choice) {
      accept(choice, [:])
      usual.insert(choice)
    }
    var next = 0
    while next < queue.count {
      let (choice, context) = queue[next]
      next += 1
      let forced = context.merging([choice.point: choice.form]) { _, new in new }
      var run = ShapeRun(forced: forced)
      let value: Value
      do {
        value = try make(&run)
      } catch {
        if isFatal(error) { throw error }
        continue
      }
      guard run.taken.contains(choice) else { continue }
      if shapes.insert(shape(value)).inserted { accept(choice, context) }
      for found in enqueue(run, forced) where run.taken.contains(found) {
        accept(found, forced)
        usual.insert(found)
      }
    }
  }

  private mutating func accept(_ choice: ShapeChoice, _ context: [ShapePoint: String]) {
    choices.append(choice)
    contexts[choice] = context
  }

  // MARK: - Covering

  private mutating func cover(_ shape: (Value) -> AnyHashable) throws {
    var uncovered = choices
    var isUncovered = Set(choices)
    func add(_ value: Value, _ run: ShapeRun, _ target: ShapeChoice?) -> Sample {
      var new: [ShapeChoice] = target.map { isUncovered.remove($0) == nil ? [] : [$0] } ?? []
      for choice in run.taken where isUncovered.remove(choice) != nil { new.append(choice) }
      uncovered.removeAll { !isUncovered.contains($0) }
      return Sample(value: value, choices: new)
    }
    var run = ShapeRun()
    let first = try make(&run)
    var shapes: Set<AnyHashable> = [shape(first)]
    samples.append(add(first, run, nil))
    while let target = uncovered.first {
      let forced = (contexts[target] ?? [:]).merging([target.point: target.form]) { _, new in new }
      var wanted: [ShapePoint: [String]] = [:]
      for choice in uncovered where choice != target { wanted[choice.point, default: []].append(choice.form) }
      // The fewest values first. Forms that are permitted one by one may exclude each other, or hide the one that is wanted.
      let runs = [
        ShapeRun(forced: forced, wanted: wanted, isBold: true), ShapeRun(forced: forced, wanted: wanted),
        ShapeRun(forced: forced),
      ]
      for var run in runs {
        guard let value = try? make(&run), run.taken.contains(target), shapes.insert(shape(value)).inserted
        else { continue }
        samples.append(add(value, run, target))
        break
      }
      // Otherwise another value of the list has the same shape.
      if isUncovered.remove(target) != nil { uncovered.removeFirst() }
    }
  }
}
