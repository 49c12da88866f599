import ApusSource
import ApusSyntax

/// A comment (section 2.1.4), from its `#` to its last character that is not white space.
struct Comment {
  var start: Int
  var end: Int
  /// Whether an empty line precedes it.
  var followsEmptyLine: Bool
}

/// A token with the comments around it, which the lexer would skip.
struct CommentedToken {
  var kind: TokenKind
  var name: NameID
  var start: Int
  var end: Int
  /// Comments on separate lines before the token.
  var comments: [Comment] = []
  /// A comment that follows it on the same line.
  var trailing: Comment?
  /// Whether an empty line separates the token from the comment or token before it.
  var followsEmptyLine = false
}

/// The white space and comments between two tokens. Commas are ignored.
struct IgnoredGap {
  /// A comment on the line of the token before the gap.
  var trailing: Comment?
  /// Comments on separate lines.
  var comments: [Comment] = []
  /// Whether an empty line ends the gap.
  var endsWithEmptyLine = false

  /// Reads the bytes from `start` up to `end`, which must not contain a token.
  ///
  /// - Parameter followsToken: whether a token ends at `start`.
  init(_ source: SourceFile, from start: Int, to end: Int, followsToken: Bool) {
    let p = source.bytes
    var offset = start
    var isOnTokensLine = followsToken
    var lineEnds = 0
    while offset < end {
      switch p[offset] {
      case 0x0A, 0x0D:
        if p[offset] == 0x0D, p[offset + 1] == 0x0A { offset += 1 }
        lineEnds += 1
        isOnTokensLine = false
      case UInt8(ascii: "#"):
        let comment = IgnoredGap.comment(source, at: offset, followsEmptyLine: lineEnds > 1)
        if isOnTokensLine { trailing = comment } else { comments.append(comment) }
        while offset < end, p[offset] != 0x0A, p[offset] != 0x0D { offset += 1 }
        lineEnds = 0
        continue
      case UInt8(ascii: " "), UInt8(ascii: "\t"): break
      // A line with a comma is not empty.
      default: lineEnds = 0
      }
      offset += 1
    }
    endsWithEmptyLine = lineEnds > 1
  }

  private static func comment(_ source: SourceFile, at start: Int, followsEmptyLine: Bool) -> Comment {
    let p = source.bytes
    var end = start
    while end < source.count, p[end] != 0x0A, p[end] != 0x0D { end += 1 }
    while end > start, p[end - 1] == 0x20 || p[end - 1] == 0x09 { end -= 1 }
    return Comment(start: start, end: end, followsEmptyLine: followsEmptyLine)
  }
}

extension CommentedToken {
  /// Returns the tokens from `start` up to `end`. The range must already have been lexed without errors.
  static func all(_ source: SourceFile, _ names: NameTable, from start: Int, to end: Int) -> [CommentedToken]
  {
    var lexer = Lexer(source, names, from: start)
    var tokens: [CommentedToken] = []
    while (try? lexer.advance()) != nil, lexer.kind != .endOfFile, lexer.start < end {
      var token = CommentedToken(kind: lexer.kind, name: lexer.name, start: lexer.start, end: lexer.end)
      if !tokens.isEmpty {
        let gap = IgnoredGap(source, from: lexer.previousEnd, to: lexer.start, followsToken: true)
        tokens[tokens.count - 1].trailing = gap.trailing
        token.comments = gap.comments
        token.followsEmptyLine = gap.endsWithEmptyLine
      }
      tokens.append(token)
    }
    return tokens
  }
}
