import Dispatch
import Foundation

/// An executor that runs nothing until a test lets it, so that the test decides how far a task gets.
///
/// Why it is `Sendable`: `lock` guards its other properties.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package final class HeldExecutor: TaskExecutor, @unchecked Sendable {
  private let lock = NSLock()
  private var isHeld = true
  private var jobs: [UnownedJob] = []

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let waits = lock.withLock {
      if isHeld { jobs.append(job) }
      return isHeld
    }
    if !waits { run(job) }
  }

  private func run(_ job: UnownedJob) {
    DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Runs its tasks until each of them waits for something else.
  package func runUntilAllWait() {
    while let job = lock.withLock({ jobs.isEmpty ? nil : jobs.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Runs its tasks from now on whenever they can go on.
  package func release() {
    let jobs = lock.withLock {
      isHeld = false
      defer { self.jobs = [] }
      return self.jobs
    }
    for job in jobs { run(job) }
  }
}
