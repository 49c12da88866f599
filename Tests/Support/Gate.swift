/// Blocks the callers of `wait()` until `open()` is called, even if their tasks are cancelled.
package actor Gate {
  private var isOpen = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  package init() {}

  package func wait() async {
    if isOpen { return }
    await withCheckedContinuation { waiters.append($0) }
  }

  package func open() {
    isOpen = true
    for waiter in waiters { waiter.resume() }
    waiters = []
  }
}
