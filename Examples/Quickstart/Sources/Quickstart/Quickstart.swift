import Apus
import ApusClient
import Foundation

/// Prints the stations of the observatory and their latest sightings.
@main
struct Quickstart {
  static func main() async {
    do {
      let client = try client(for: Array(CommandLine.arguments.dropFirst()))
      let stations = try await client.fetch(StationListQuery())
      let sightings = try await client.fetch(LatestSightingsQuery(first: 5))
      print(table(of: stations))
      print(table(of: sightings))
    } catch {
      fail(String(describing: error))
    }
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("Quickstart: \(message)\n".utf8))
    exit(1)
  }

  /// Creates a client for the server that is named or, without one, for the recordings.
  private static func client(for arguments: [String]) throws -> GraphQLClient {
    switch arguments.count {
    case 0:
      // The client sends nothing, so any URL will do.
      return GraphQLClient(url: URL(fileURLWithPath: "Recorded"), transport: Recordings())
    case 2 where arguments[0] == "--endpoint":
      guard let url = URL(string: arguments[1]), url.scheme != nil else {
        throw Failure(
          "\(arguments[1]) is not a URL; write it in full, for example http://127.0.0.1:8080/observatory")
      }
      return GraphQLClient(url: url)
    default:
      throw Failure("usage: Quickstart [--endpoint URL]")
    }
  }

  private static func table(of data: StationListQuery.Data) -> String {
    var table = Table("Station", "Country", "Nests", "Trend", "Weather", "Last seen")
    for station in data.stations.edges.map(\.node) {
      table.add(
        station.name,
        station.country,
        station.nests.map(String.init) ?? "–",
        station.trend.rawValue.lowercased(),
        weather(station.weather),
        station.lastSighting.map { "\($0.count), \(day($0.at))" } ?? "–"
      )
    }
    return "\(data.stations.totalCount) stations\n\n\(table)"
  }

  private static func table(of data: LatestSightingsQuery.Data) -> String {
    var table = Table("When", "Where", "Birds", "What they did", "Seen by", "Notes")
    for sighting in data.sightings {
      table.add(
        day(sighting.at),
        sighting.station.name,
        "\(sighting.count) \(sighting.species.name)",
        description(of: sighting.activity),
        sighting.observer?.name ?? "camera",
        sighting.notes ?? ""
      )
    }
    return "The latest sightings\n\n\(table)"
  }

  private static func weather(_ weather: StationRowData.Weather?) -> String {
    guard let weather else { return "–" }
    let wind = weather.wind.map { ", wind from \($0.from.rawValue.lowercased())" } ?? ""
    return "\(weather.temperature) °C\(wind)"
  }

  /// The switch is exhaustive. Values that the schema gains later have a case, too.
  private static func description(of activity: Activity) -> String {
    switch activity {
    case .feeding: "hunting"
    case .screaming: "screaming"
    case .nesting: "at the nest"
    case .migrating: "passing through"
    case .unrecognized(let value): value.lowercased()
    }
  }

  private static func day(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle().year().month().day())
  }
}
