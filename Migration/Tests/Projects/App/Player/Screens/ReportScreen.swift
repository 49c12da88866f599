import Apollo

struct ReportScreen: Screen {
  func show() async throws {
    var report = Report()
    let query = MusicAPI.AlbumListQuery(genre: nil, first: nil, after: nil)
    report.add(try await Client.shared.fetch(query: query).data?.albums ?? [])
    print(report.lines.joined(separator: "; "))
  }
}
