import Foundation
import Testing

/// Real packages, built with `swift build`: minutes, so they run where `APUS_PLUGIN_TESTS` is set, as in `.ci/run`.
@Suite(
  .serialized, .enabled(if: ProcessInfo.processInfo.environment["APUS_PLUGIN_TESTS"] != nil),
  .timeLimit(.minutes(30)))
enum PluginTests {}
