import Apus
import ApusPlatform

/// Keys that rules have computed, by the keys that the fields make on their own.
///
/// The closures of rules are the app's code, which must not run while the cache is locked: it could wait for a thread that waits for the lock. So
/// the keys of a response are computed before it is written. A transaction's own writes compute theirs where the app's code runs anyway. So does the
/// rare response in which more objects are found than before, since another one has just taught the cache a type.
package final class ComputedKeys: Sendable {
  private struct State {
    /// An empty key stands for an object without one.
    var known: [TextBytes: [UInt8]] = [:]
    /// Keys to compute, while they are only noted.
    var noted: [TextBytes: KeyRule]?
  }
  private let state: Locked<State>

  /// - Parameter isNoting: whether keys are noted rather than computed, until ``computeNoted()``.
  init(isNoting: Bool = false) { state = Locked(State(noted: isNoting ? [:] : nil)) }

  /// Replaces the key that an object's fields make by a rule's.
  ///
  /// - Returns: whether the object has a key.
  func apply(_ rule: KeyRule, to key: inout [UInt8]) -> Bool {
    let text = TextBytes(key)
    let (known, isNoting) = state.withLock { state -> ([UInt8]?, Bool) in
      let known = state.known[text]
      if known == nil { state.noted?[text] = rule }
      return (known, state.noted != nil)
    }
    if isNoting, known == nil { return false }
    let computed = known ?? compute(rule, text)
    if computed.isEmpty { return false }
    key = computed
    return true
  }

  /// Computes the noted keys, and from now on others at once.
  func computeNoted() {
    let noted = state.withLock { state -> [TextBytes: KeyRule] in
      defer { state.noted = nil }
      return state.noted ?? [:]
    }
    for (text, rule) in noted { _ = compute(rule, text) }
  }

  private func compute(_ rule: KeyRule, _ text: TextBytes) -> [UInt8] {
    let computed = rule.key(insteadOf: text.bytes)
    state.withLock { $0.known[text] = computed }
    return computed
  }
}
