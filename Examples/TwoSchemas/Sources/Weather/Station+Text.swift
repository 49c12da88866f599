extension WeatherAPI.StationQuery.Data.Station {
  /// The measurement as a line of text.
  public var text: String {
    "\(place): \(temperature.map { "\($0) °C" } ?? "no reading"), \(sky.rawValue)"
  }
}
