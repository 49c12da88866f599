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
  /// Types that meet the same conditions as another one at the same point, which has the sample, and that other type.
  package private(set) var equivalents: [ShapeChoice: ShapeChoice] = [:]
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
    let usual = try explore(shape, isFatal)
    // A point with a single form leaves nothing to choose.
    let counts = Dictionary(choices.map { ($0.point, 1) }, uniquingKeysWith: +)
    choices.removeAll { counts[$0.point] == 1 }
    cover(shape, from: usual)
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

  /// Finds the type's choices.
  ///
  /// - Returns: the value with the usual forms, and its run.
  private mutating func explore(
    _ shape: (Value) -> AnyHashable, _ isFatal: (any Error) -> Bool
  ) throws -> (value: Value, run: ShapeRun) {
    var queue: [(choice: ShapeChoice, context: [ShapePoint: String])] = []
    var queued: Set<ShapeChoice> = []
    /// Notes the forms that a run has, which need no trial, and queues the other forms that it found.
    func note(_ run: ShapeRun, _ context: [ShapePoint: String]) {
      let taken = Set(run.taken)
      for point in run.points {
        for form in run.forms[point] ?? [] {
          let choice = ShapeChoice(point, form)
          guard queued.insert(choice).inserted else { continue }
          if taken.contains(choice) {
            accept(choice, context)
            usual.insert(choice)
          } else {
            queue.append((choice, context))
          }
        }
      }
    }
    var first = ShapeRun()
    let value = try make(&first)
    func types(_ run: ShapeRun) -> [ShapeChoice] { run.taken.filter { $0.point.kind == .type } }
    var typesOfShapes = [shape(value): types(first)]
    note(first, [:])
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
      let found = shape(value)
      if let known = typesOfShapes[found] {
        equivalents[choice] = known.first { $0.point == choice.point }
      } else {
        typesOfShapes[found] = types(run)
        accept(choice, context)
      }
      note(run, forced)
    }
    return (value, first)
  }

  private mutating func accept(_ choice: ShapeChoice, _ context: [ShapePoint: String]) {
    choices.append(choice)
    contexts[choice] = context
  }

  // MARK: - Covering

  /// Fills the list.
  ///
  /// - Parameter usual: the first value, which needs not be made again, and its run.
  private mutating func cover(_ shape: (Value) -> AnyHashable, from usual: (value: Value, run: ShapeRun)) {
    var uncovered = choices
    var isUncovered = Set(choices)
    func add(_ value: Value, _ run: ShapeRun, _ target: ShapeChoice?) -> Sample {
      var new: [ShapeChoice] = target.map { isUncovered.remove($0) == nil ? [] : [$0] } ?? []
      for choice in run.taken where isUncovered.remove(choice) != nil { new.append(choice) }
      uncovered.removeAll { !isUncovered.contains($0) }
      return Sample(value: value, choices: new)
    }
    var shapes: Set<AnyHashable> = [shape(usual.value)]
    samples.append(add(usual.value, usual.run, nil))
    while let target = uncovered.first {
      let forced = (contexts[target] ?? [:]).merging([target.point: target.form]) { _, new in new }
      var wanted: [ShapePoint: [String]] = [:]
      for choice in uncovered where choice != target { wanted[choice.point, default: []].append(choice.form) }
      // The fewest values first. Two permitted forms may exclude each other, or hide the target.
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
