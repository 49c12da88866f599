extension TrainsAPI.StationQuery.Data.Station.Departure {
  /// The departure as a line of text.
  public var text: String { "\(line) leaves in \(minutes) minutes" }
}
