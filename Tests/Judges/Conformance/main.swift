// Answers the questions of a conformance folder: JSON lines in, JSON lines out, in the same order.
import Foundation

while let line = readLine(strippingNewline: true) {
  if line.isEmpty { continue }
  let answer: Answer
  var identifier: Any = NSNull()
  do {
    let question = try Question(line: line)
    identifier = question.identifier
    answer = kinds[question.kind]?(question) ?? .unsupported("kind \(question.kind)")
  } catch {
    answer = .unsupported("the line is no question: \(error)")
  }
  print(answer.line(identifier: identifier))
  // Answers count even when a later question ends the program.
  fflush(nil)
}
