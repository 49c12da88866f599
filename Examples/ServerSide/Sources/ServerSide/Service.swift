import Apus
import ApusClient
import Hummingbird

/// The routes. Each sends operations to the observatory and creates a page from the responses.
struct Service: Sendable {
  let client: GraphQLClient

  var router: Router<BasicRequestContext> {
    let router = Router()
    router.get("/") { request, _ in
      try await home(country: request.uri.queryParameters["country"].map(String.init) ?? "")
    }
    router.get("/live") { request, _ in live(request) }
    router.get("/live.js") { _, _ in Pages.script }
    router.post("/sightings") { request, context in
      let report = try await URLEncodedFormDecoder().decode(ReportForm.self, from: request, context: context)
      return try await self.report(report).response(from: request, context: context)
    }
    return router
  }

  /// The form's fields.
  private struct ReportForm: Decodable {
    let station: String
    let count: String
    let notes: String
  }

  private func home(country: String, problems: [String] = []) async throws -> HTML {
    do {
      // Two concurrent requests.
      async let stations = client.fetch(
        StationsQuery(country: country.isEmpty ? .unset : .value(country.uppercased())))
      async let sightings = client.fetch(SightingsQuery())
      return try await Pages.home(stations, sightings, country: country, problems: problems)
    } catch {
      return Pages.failure("\(error)")
    }
  }

  /// Forwards the observatory's subscription as server-sent events. Each event is the list item of a sighting.
  private func live(_ request: Request) -> Response {
    Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-cache"],
      body: ResponseBody { writer in
        // When the browser leaves, the request's body ends. That cancels the loop, which ends the subscription.
        try await request.body.consumeWithCancellationOnInboundClose { _ in
          for try await data in client.subscribe(to: SightingReportedSubscription()) {
            let event = ServerSentEvent(data: Pages.item(data.sightingReported).description)
            try await writer.write(ByteBuffer(string: event.description))
          }
        }
        // The observatory has completed the subscription; the browser reconnects after a while.
        try await writer.finish(nil)
      })
  }

  private func report(_ form: ReportForm) async throws -> any ResponseGenerator {
    guard let count = Int(form.count) else {
      return try await home(country: "", problems: ["“\(form.count)” is no number of birds."])
    }
    let input = SightingInput(
      station: form.station, species: "Apus apus", count: count, activity: .screaming,
      notes: form.notes.isEmpty ? .unset : .value(form.notes))
    let data = try await client.perform(ReportMutation(input: input))
    guard data.reportSighting.problems.isEmpty else {
      return try await home(country: "", problems: data.reportSighting.problems)
    }
    // After a redirect, reloading the page does not send the form again.
    return Response.redirect(to: "/", type: .normal)
  }
}
