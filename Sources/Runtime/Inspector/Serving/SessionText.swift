import ApusInspectorPage
import ApusPlatform

/// The first record of a stream or file.
enum SessionText {
  static let version = 1

  static func json(of inspection: Inspection, isLive: Bool, isRedacted: Bool) -> [UInt8] {
    JSONText.object { text in
      text.member("type", "session")
      text.member("seq", 0)
      text.member("version", version)
      text.member("mode", isLive ? "live" : "file")
      text.member("at", inspection.recorder.start.date.timeIntervalSince1970 * 1000)
      text.member("url", isRedacted ? Redaction().url(inspection.url) : inspection.url.shown)
      text.member("cache", isLive && inspection.cache != nil)
      text.member("queue", isLive && inspection.queue != nil)
      text.member("redacted", isRedacted)
      text.member("limit", inspection.recorder.timeline.limit)
    }
  }
}
