/// Holds back who waits until it is opened, even after a cancellation.
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
