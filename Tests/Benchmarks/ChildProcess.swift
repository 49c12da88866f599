import Foundation

/// One run of a program, with what it cost.
struct ChildProcess {
  /// Milliseconds of CPU time, user and system.
  let cpuTime: Double
  /// The largest amount of memory that it held, in MiB, or that this process held when it started the program: a new
  /// process begins as its parent's copy, and counts that. `/usr/bin/time` measures a program of less.
  let peakMemory: Double

  /// Runs a program to its end.
  ///
  /// - Parameter exitCode: the code that it has to end with.
  /// - Throws: ``Failure`` when it cannot be started or ends with another code.
  init(_ path: String, _ arguments: [String], exitCode: Int32 = 0) throws {
    var process = pid_t()
    var texts = ([path] + arguments).map { strdup($0) }
    texts.append(nil)
    defer { for text in texts { free(text) } }
    // What it says of deprecated fields is no part of a measurement.
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    let code = posix_spawn(&process, path, &actions, nil, texts, environ)
    guard code == 0 else { throw Failure("\(path): \(String(cString: strerror(code)))") }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    // The code stands above the number of the signal that ended it.
    guard status == exitCode << 8 else { throw Failure("\(path) ended with status \(status)") }
    cpuTime = ChildProcess.milliseconds(usage.ru_utime) + ChildProcess.milliseconds(usage.ru_stime)
    #if canImport(Darwin)
      peakMemory = Double(usage.ru_maxrss) / 1_048_576
    #else
      peakMemory = Double(usage.ru_maxrss) / 1024
    #endif
  }

  private static func milliseconds(_ time: timeval) -> Double {
    Double(time.tv_sec) * 1000 + Double(time.tv_usec) / 1000
  }
}

/// Why a benchmark cannot go on.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
