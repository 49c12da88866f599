import ApusSource
import ApusSchema
import ApusSyntax

extension CursorContext {
  /// The state of one open bracket.
  struct Level {
    var frame: Frame
    var start: Int
    var given: [NameID] = []
    /// The argument or input field whose value comes next.
    var input: InputValueID = 0
    var field: FieldID = 0
    /// The directive whose arguments these are.
    var directive: DirectiveID = 0
    /// The fragment that is spread, or whose arguments these are.
    var fragment: NameID = 0
    /// Whether the last selection is an inline fragment or a fragment spread.
    var isFragment = false
    var isSpread = false
    var condition: TypeID = 0
    var awaitsCondition = false
  }
}
