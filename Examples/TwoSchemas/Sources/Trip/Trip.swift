import Apus
import Trains
import Weather

/// Prints the weather at a place and when to leave for it, from recorded responses.
@main
struct Trip {
  static func main() throws {
    let weather = try WeatherAPI.StationQuery.response(
      json: Array(#"{"data": {"station": {"place": "Lindau", "temperature": 21.5, "sky": "CLEAR"}}}"#.utf8)
    )
    let trains = try TrainsAPI.StationQuery.response(
      json: Array(
        #"{"data": {"station": {"name": "Lindau-Insel", "departures": [{"line": "S7", "minutes": 4}]}}}"#.utf8
      )
    )
    if let station = weather.data?.station { print(station.text) }
    for departure in trains.data?.station?.departures ?? [] { print(departure.text) }
  }
}
