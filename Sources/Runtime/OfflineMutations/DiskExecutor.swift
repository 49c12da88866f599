import ApusPlatform

/// Runs a queue's code on a thread that may block for the disk.
final class DiskExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "Apus mutation queue")

  func enqueue(_ job: UnownedJob) {
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
