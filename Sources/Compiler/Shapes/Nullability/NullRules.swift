import ApusSchema
import ApusSyntax

/// The rules for reading a field's nulls and errors: those of each list level, and those of the whole field. They do not determine which levels are
/// optional in Swift: ``Field/type`` does.
package struct NullRules: Equatable {
  /// The rules of one list level. Level 0 is the field itself, level 1 the elements of its list.
  package struct Level: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The value is non-optional in Swift although it is nullable in the schema, which promises an error for each null.
    package static let isPromised = Level(rawValue: 1)
    /// A null with errors throws them. A null without errors is nil.
    package static let throwsErrors = Level(rawValue: 2)
    /// The value is nil if reading something within it throws errors of fields.
    package static let catchesErrors = Level(rawValue: 4)
    /// The value is nil if a field within it that has `@required(action: NONE)` is null.
    package static let isNilWithin = Level(rawValue: 8)
  }

  /// The effect of a null if the field has `@required`.
  package enum Required {
    /// Reading throws.
    case `throw`
    /// The nearest nullable parent becomes nil: `action: NONE` or `action: LOG`.
    case parent
  }

  /// The rules by level. Trailing empty rules are left out, so that fields with equal rules compare as equal.
  private var levels: [Level] = []
  /// Whether the property is a `Result` whose failure contains the field's errors.
  package var isResult = false
  /// Whether values declared non-null may be null, because errors do not propagate.
  var keepsErrors = false
  /// The effect of `@required`; nil if the field does not have it.
  package var required: Required?

  /// The rules of a field without directives.
  package static let plain = NullRules()

  package internal(set) subscript(level: Int) -> Level {
    get { level < levels.count ? levels[level] : [] }
    set {
      while levels.count <= level { levels.append([]) }
      levels[level] = newValue
      while levels.last == [] { levels.removeLast() }
    }
  }

  package var isPlain: Bool { levels.isEmpty && !isResult && !keepsErrors && required == nil }

  /// Whether any level has the rule.
  package func has(_ rule: Level) -> Bool { !levels.isEmpty && levels.contains { $0.contains(rule) } }

  /// Whether reading takes more than decoding a value of the field's Swift type, so that the emitted code needs a codec for it.
  package var usesCodec: Bool {
    isResult || required != nil || levels.contains { !$0.subtracting(.isPromised).isEmpty }
  }

  /// The rules, with one rule removed at every level.
  func without(_ rule: Level) -> NullRules {
    var result = self
    for level in levels.indices { result[level].remove(rule) }
    return result
  }

  /// Adds a rule at each level at which `other` has it.
  mutating func add(_ rule: Level, of other: NullRules) {
    for level in other.levels.indices where other.levels[level].contains(rule) { self[level].insert(rule) }
  }
}
