import ApusSyntax

/// `strip`: the text without what is ignored.
func strip(_ question: Question) -> Answer {
  let source = question.source
  do {
    return .accepted(["stripped": try Minifier.minified(source)])
  } catch {
    return .refused(error, in: source)
  }
}
