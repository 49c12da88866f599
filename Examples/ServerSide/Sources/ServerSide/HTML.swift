import Hummingbird

/// HTML. Interpolated strings are escaped; only interpolated HTML is not.
struct HTML: ExpressibleByStringInterpolation, CustomStringConvertible {
  let description: String

  init(stringLiteral value: String) { description = value }

  init(stringInterpolation: Interpolation) { description = stringInterpolation.markup }

  struct Interpolation: StringInterpolationProtocol {
    var markup = ""

    init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: String) { markup += literal }

    mutating func appendInterpolation(_ html: HTML) { markup += html.description }

    mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { markup += part.description } }

    mutating func appendInterpolation(_ text: some CustomStringConvertible) {
      for character in text.description {
        switch character {
        case "&": markup += "&amp;"
        case "<": markup += "&lt;"
        case ">": markup += "&gt;"
        case "\"": markup += "&quot;"
        default: markup.append(character)
        }
      }
    }
  }
}

extension HTML: ResponseGenerator {
  func response(from request: Request, context: some RequestContext) -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: "text/html; charset=utf-8",
        // Scripts only come from our own files. If markup should ever get through, scripts in it do not run.
        .contentSecurityPolicy:
          "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; form-action 'self'",
      ],
      body: ResponseBody(byteBuffer: ByteBuffer(string: description)))
  }
}

/// A file of JavaScript.
struct Script: ResponseGenerator {
  let text: String

  init(_ text: String) { self.text = text }

  func response(from request: Request, context: some RequestContext) -> Response {
    Response(
      status: .ok, headers: [.contentType: "text/javascript; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}
