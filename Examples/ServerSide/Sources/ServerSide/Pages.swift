import Apus
import Foundation

/// Creates pages from the responses to operations. Rows are functions over fragments, so they work with every operation that spreads these.
enum Pages {
  /// The page of stations and sightings.
  ///
  /// - Parameters:
  ///   - country: the country that the stations were searched by.
  ///   - problems: the problems with a report, as sentences.
  static func home(
    _ stations: StationsQuery.Data, _ sightings: SightingsQuery.Data, country: String, problems: [String] = []
  ) -> HTML {
    let rows = stations.stations.edges.map { row($0.node) }
    let items = sightings.sightings.map(item)
    let options = stations.stations.edges.map { edge in
      "<option value=\"\(edge.node.code)\">\(edge.node.name)</option>" as HTML
    }
    let list = problems.map { "<li>\($0)</li>" as HTML }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <title>Swifts</title>
      <script src="/live.js" defer></script>
      <style>
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
      table { border-collapse: collapse; width: 100% }
      th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #ccc }
      td.number { text-align: right }
      .problems { color: #a00 }
      </style>
      </head>
      <body>
      <h1>\(stations.stations.totalCount) stations</h1>
      <form method="get" action="/">
      <label>Country <input name="country" value="\(country)" size="2"></label> <button>Show</button>
      </form>
      <table id="stations">
      <thead><tr><th>Station</th><th>Country</th><th>Nests</th><th>Trend</th></tr></thead>
      <tbody>\(rows)</tbody>
      </table>
      <h2>Seen lately</h2>
      <ul id="sightings">\(items)</ul>
      <h2>Report a sighting</h2>
      <ul class="problems" id="problems">\(list)</ul>
      <form method="post" action="/sightings">
      <label>Station <select name="station">\(options)</select></label>
      <label>Birds <input name="count" inputmode="numeric" size="4"></label>
      <label>Notes <input name="notes"></label>
      <button>Report</button>
      </form>
      </body>
      </html>

      """
  }

  /// A page that shows an error.
  static func failure(_ message: String) -> HTML {
    """
    <!doctype html>
    <html lang="en">
    <head><meta charset="utf-8"><title>Swifts</title></head>
    <body><h1>The observatory does not answer</h1><p>\(message)</p></body>
    </html>

    """
  }

  /// Adds sightings to the list while the page is open.
  static let script = Script(
    """
    new EventSource("/live").onmessage = (event) =>
      document.querySelector("#sightings").insertAdjacentHTML("afterbegin", event.data);

    """)

  private static func row(_ station: some StationRowFragment) -> HTML {
    """
    <tr data-code="\(station.code)"><td>\(station.name)</td><td>\(station.country)</td>\
    <td class="number">\(station.nests.map(String.init) ?? "–")</td><td>\(word(station.trend))</td></tr>
    """
  }

  /// A sighting in the list.
  static func item(_ sighting: some SightingItemFragment) -> HTML {
    let notes = sighting.notes.map { ": “\($0)”" } ?? ""
    return """
      <li>\(day(sighting.at)), \(sighting.station.name): \(sighting.count) × \(sighting.species.name), \
      \(sighting.activity.rawValue.lowercased()), seen by \(sighting.observer?.name ?? "a camera")\(notes)</li>
      """
  }

  private static func word(_ trend: Trend) -> String {
    switch trend {
    case .rising: "more each year"
    case .steady: "as ever"
    case .falling: "fewer each year"
    case .unknown: "not known"
    case .unrecognized(let value): value.lowercased()
    }
  }

  private static func day(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle().year().month().day())
  }
}
