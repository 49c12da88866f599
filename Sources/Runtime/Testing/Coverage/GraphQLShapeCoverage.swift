import Apus
import ApusClient
import ApusPlatform

/// Records which shapes of responses tests have decoded, and which they have not: each nil, each empty list, each type and enum value.
///
/// ```swift
/// let coverage = try GraphQLShapeCoverage(AlbumQuery.self, LibraryQuery.self)
///
/// let client = GraphQLClient(url: url, interceptors: [coverage])
/// _ = try await client.fetch(AlbumQuery(id: "a1"))
/// print(coverage.table)
/// ```
/// As an interceptor, it records the data of responses in one part. Pass everything else to ``record(_:)``: samples, the events of
/// subscriptions, and data that arrives in parts. Only programs that create one do any of this work.
public final class GraphQLShapeCoverage: Sendable {
  private let shapes: [OperationShapes]

  /// Records values of these operations.
  ///
  /// - Throws: an error for a custom scalar whose codec lacks an example.
  public init(_ operations: any GraphQLOperation.Type...) throws {
    shapes = try operations.map { try Self.shapes(of: $0) }
  }

  private static func shapes<Operation: GraphQLOperation>(of type: Operation.Type) throws -> OperationShapes {
    try OperationShapes(type)
  }

  /// Records the shapes that a value has.
  ///
  /// ```swift
  /// let client = GraphQLClient(url: url)
  /// let coverage = try GraphQLShapeCoverage(NowPlayingSubscription.self)
  /// for try await data in client.subscribe(to: NowPlayingSubscription()) { try coverage.record(data) }
  /// ```
  /// - Parameter data: the data of an operation. If several operations share its type, it counts for each of them.
  /// - Throws: an error if it is not the data of an operation that was passed to ``init(_:)``.
  public func record(_ data: some GraphQLObject) throws {
    let dataType = type(of: data)
    let known = shapes.filter { $0.dataType == ObjectIdentifier(dataType) }
    if known.isEmpty {
      throw TestingError("\(dataType) is not the data of an operation whose shapes are recorded; add it")
    }
    for operation in known { try operation.record(data) }
  }

  // MARK: - Results

  /// What was recorded so far, in the order of the operations that were passed to ``init(_:)``.
  public var operations: [GraphQLOperationCoverage] { shapes.map(\.coverage) }

  /// The operations as a table for people, with up to 20 missing shapes of each.
  public var table: String {
    let rows = [["OPERATION", "VALUES", "SHAPES", "NOT DECODED"]] + operations.flatMap(\.rows)
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (cell, width) in zip(row, widths) {
        line += cell + String(repeating: " ", count: width - cell.count + 2)
      }
      line += row[3]
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  /// The operations as JSON: a list of ``GraphQLOperationCoverage``.
  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(operations)
  }

  // MARK: - At the end

  /// The reports that are written when the process ends.
  private static let reports = Locked<[@Sendable () -> Void]>([])

  /// Prints the table when the process ends, because no test knows that it is the last one.
  ///
  /// ```swift
  /// let coverage = try GraphQLShapeCoverage(AlbumQuery.self)
  /// coverage.reportAtExit(json: URL(fileURLWithPath: "shapes.json"))
  /// ```
  /// A process that crashes reports nothing. If tests run in several processes, each reports what it has decoded.
  ///
  /// - Parameter file: a file for the JSON, which is replaced.
  public func reportAtExit(json file: URL? = nil) {
    let count = Self.reports.withLock { reports in
      reports.append { self.report(file) }
      return reports.count
    }
    if count > 1 { return }
    atexit {
      let reports = GraphQLShapeCoverage.reports.withLock { $0 }
      for report in reports { report() }
    }
  }

  private func report(_ file: URL?) {
    print(table, terminator: "")
    guard let file else { return }
    do {
      try json().write(to: file)
    } catch {
      print("error: The shapes cannot be written to \(file.path): \(error)")
    }
  }
}

extension GraphQLShapeCoverage: GraphQLInterceptor {
  /// Records the data of a response.
  ///
  /// - Throws: the errors of `next`, and an error if the shapes of the data cannot be read.
  public func intercept(
    _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
  ) async throws -> GraphQLHTTPResponse {
    let response = try await next(request)
    for operation in shapes {
      if let data = operation.data(request, response) { try operation.record(data) }
    }
    return response
  }
}
