/// Something that the app shows.
protocol Screen: Sendable {
  func show() async throws
}
