import Apus
import Foundation

/// An issue or a pull request as lines of text.
enum TimelineText {
  typealias Subject = TimelineQuery.Data.Repository.IssueOrPullRequest
  typealias IssueItem = Subject.Issue.TimelineItems.Node
  typealias PullRequestItem = Subject.PullRequest.TimelineItems.Node

  static func lines(of subject: Subject, in repository: String) -> [String] {
    switch subject {
    case .issue(let issue):
      return [
        "\(repository)#\(issue.number) \(issue.title)",
        "issue, \(issue.issueState.rawValue.lowercased()), by \(name(issue.author)) on \(day(issue.createdAt))",
      ] + lines(of: issue.timelineItems.nodes ?? [], total: issue.timelineItems.totalCount, line)
    case .pullRequest(let request):
      return [
        "\(repository)#\(request.number) \(request.title)",
        "pull request, \(request.pullRequestState.rawValue.lowercased()), by \(name(request.author)) on "
          + "\(day(request.createdAt)): +\(request.additions) −\(request.deletions) in \(request.changedFiles) files",
      ] + lines(of: request.timelineItems.nodes ?? [], total: request.timelineItems.totalCount, line)
    case .other(let other):
      return ["\(repository): a \(other.__typename), which this program does not know"]
    }
  }

  private static func lines<Item>(of items: [Item?], total: Int, _ line: (Item) -> String) -> [String] {
    let shown = items.compactMap { $0 }
    let earlier = total - shown.count
    return (earlier > 0 ? ["  … \(earlier) earlier"] : []) + shown.map { "  " + line($0) }
  }

  // If a case were missing, this would not compile, so the output always matches the documents. Functions over the fragments' protocols print the
  // events that issues and pull requests share.

  private static func line(_ item: IssueItem) -> String {
    switch item {
    case .issueComment(let comment): Self.line(comment)
    case .labeledEvent(let event): Self.line(event)
    case .renamedTitleEvent(let event): Self.line(event)
    case .crossReferencedEvent(let event): Self.line(event)
    case .closedEvent(let event): Self.line(event)
    case .reopenedEvent(let event): "\(day(event.createdAt)) \(name(event.actor)) opened it again"
    case .other(let other): "           \(other.__typename)"
    }
  }

  private static func line(_ item: PullRequestItem) -> String {
    switch item {
    case .issueComment(let comment): return Self.line(comment)
    case .labeledEvent(let event): return Self.line(event)
    case .renamedTitleEvent(let event): return Self.line(event)
    case .crossReferencedEvent(let event): return Self.line(event)
    case .closedEvent(let event): return Self.line(event)
    case .pullRequestCommit(let item):
      let author = item.commit.author.map { $0.user.map(name) ?? $0.name ?? "somebody" } ?? "somebody"
      return
        "\(day(item.commit.committedDate)) \(author) pushed \(item.commit.abbreviatedOid) \(item.commit.messageHeadline)"
    case .pullRequestReview(let review):
      let remark = review.bodyText.isEmpty ? "" : ": \(short(review.bodyText))"
      return "\(day(review.createdAt)) \(name(review.author)) \(verb(review.state))\(remark)"
    case .reviewRequestedEvent(let event):
      let reviewer =
        switch event.requestedReviewer {
        case .actor(let actor): name(actor)
        case .team(let team): "the team \(team.name)"
        case .other, nil: "somebody"
        }
      return "\(day(event.createdAt)) \(name(event.actor)) asked \(reviewer) for a review"
    case .mergedEvent(let event):
      let commit = event.mergeCommit.map { " as \($0.abbreviatedOid)" } ?? ""
      return "\(day(event.createdAt)) \(name(event.actor)) merged it into \(event.mergeRefName)\(commit)"
    case .other(let other):
      return "           \(other.__typename)"
    }
  }

  private static func line(_ comment: some CommentLineFragment) -> String {
    "\(day(comment.createdAt)) \(name(comment.author)) wrote: \(short(comment.bodyText))"
  }

  private static func line(_ event: some LabelingLineFragment) -> String {
    "\(day(event.createdAt)) \(name(event.actor)) labeled it “\(event.label.name)”"
  }

  private static func line(_ event: some RenamingLineFragment) -> String {
    "\(day(event.createdAt)) \(name(event.actor)) renamed it from “\(event.previousTitle)” to “\(event.currentTitle)”"
  }

  private static func line(_ event: some ReferenceLineFragment) -> String {
    let source =
      switch event.source.referenceLineSourceCase {
      case .issue(let issue): "#\(issue.number) \(issue.title)"
      case .pullRequest(let request): "#\(request.number) \(request.title)"
      case .other: "something"
      }
    return "\(day(event.createdAt)) \(name(event.actor)) mentioned it in \(source)"
      + (event.willCloseTarget ? ", which will close it" : "")
  }

  private static func line(_ event: some ClosingLineFragment) -> String {
    let closer =
      switch event.closer?.closingLineCloserCase {
      case .commit(let commit): " by \(commit.abbreviatedOid)"
      case .pullRequest(let request): " by #\(request.number)"
      case .other, nil: ""
      }
    let reason = event.stateReason.map { " as \($0.rawValue.lowercased())" } ?? ""
    return "\(day(event.createdAt)) \(name(event.actor)) closed it\(closer)\(reason)"
  }

  private static func verb(_ state: PullRequestReviewState) -> String {
    switch state {
    case .approved: "approved it"
    case .changesRequested: "asked for changes"
    case .commented: "looked at it"
    case .dismissed: "reviewed it, which was dismissed"
    case .pending: "is reviewing it"
    case .unrecognized(let state): "reviewed it (\(state.lowercased()))"
    }
  }

  /// GitHub shows deleted accounts as "ghost".
  private static func name(_ actor: (some ActorNameFragment)?) -> String { "@" + (actor?.login ?? "ghost") }

  private static func day(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle().year().month().day())
  }

  private static func short(_ text: String) -> String {
    let line = text.split(separator: "\n").first.map(String.init) ?? ""
    return line.count > 60 ? line.prefix(59) + "…" : line
  }
}
