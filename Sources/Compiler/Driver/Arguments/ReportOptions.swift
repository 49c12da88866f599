/// The options of every command that reports diagnostics.
package enum ReportOptions {
  package static let all = [maximumErrors, color]

  package static let maximumErrors = CommandSyntax.Option(
    name: "max-errors", values: ["NUMBER"],
    help: "Show at most this many errors, and the number of others.")
  package static let color = CommandSyntax.Option(
    name: "color", values: ["auto|always|never"],
    help: "Color messages; by default (auto) on a terminal, unless NO_COLOR is set.")
}
