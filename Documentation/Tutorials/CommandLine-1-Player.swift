@main struct Player {
  static func main() async throws {
    print("Nothing to play yet")
  }
}
