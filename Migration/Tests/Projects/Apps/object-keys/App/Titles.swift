import Apollo

/// All that is done with the object can stay, but for how it is found.
func titles(_ library: Library) async throws -> [String] {
  [try await library.title(of: "1"), try await library.album("2") ?? ""]
}
