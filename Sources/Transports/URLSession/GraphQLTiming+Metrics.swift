#if !canImport(FoundationNetworking)
  import ApusHTTP
  import Foundation

  extension GraphQLTiming {
    /// Creates the timing of a task's last request: redirects are separate tasks.
    init(_ metrics: URLSessionTaskMetrics) {
      let last = metrics.transactionMetrics.last
      let start = metrics.taskInterval.start
      func span(_ from: Date?, _ to: Date?) -> Duration? {
        guard let from, let to else { return nil }
        return .seconds(max(0, to.timeIntervalSince(from)))
      }
      // The system's interval for the connection includes TLS.
      let connectEnd = last?.secureConnectionStartDate ?? last?.connectEndDate
      self.init(
        nameLookup: span(last?.domainLookupStartDate, last?.domainLookupEndDate),
        connect: span(last?.connectStartDate, connectEnd),
        tls: span(last?.secureConnectionStartDate, last?.secureConnectionEndDate),
        firstByte: span(start, last?.responseStartDate), total: .seconds(metrics.taskInterval.duration),
        isReused: last?.isReusedConnection)
    }
  }
#endif
