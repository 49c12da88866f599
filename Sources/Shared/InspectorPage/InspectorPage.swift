/// The page of the inspector. On Linux, a resource of the package would make SwiftPM import Foundation, so the page is Swift.
package enum InspectorPage {
  private static let styles = [style]
  private static let scripts = [script, scriptGrid, scriptTimeline, scriptCache, scriptViews]

  /// Returns the page.
  ///
  /// - Parameter nonce: what the Content-Security-Policy permits: no other script runs.
  package static func html(nonce: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Apus Inspector</title>
    <style nonce="\(nonce)">
    \(styles.joined(separator: "\n"))
    </style>
    </head>
    <body>
    \(markup)
    <script nonce="\(nonce)">
    \(scripts.joined(separator: "\n"))
    </script>
    </body>
    </html>

    """
  }

  /// The policy for the page: nothing from elsewhere, and only the style and script with this nonce.
  static func policy(nonce: String) -> String {
    "default-src 'none'; style-src 'nonce-\(nonce)'; script-src 'nonce-\(nonce)'; connect-src 'self'; "
      + "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  }
}
