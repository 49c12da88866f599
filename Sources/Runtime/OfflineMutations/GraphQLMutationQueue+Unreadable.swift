import Apus
import ApusCache
import ApusClient

/// Mutations whose stored variables differ from those that would be sent.
extension GraphQLMutationQueue {
  /// Asks the app what becomes of a mutation.
  func askAboutUnreadable(_ id: UInt32) {
    guard let row = rows[id], let handler = handlers[row.operationName] else { return }
    Task {
      var failure: any Error = GraphQLMutationQueueError.unregistered(row.operationName)
      do { _ = try prepared(row) } catch { failure = error }
      let resolution = (try? await handler.resolveUnreadable(row.variables, failure)) ?? .park
      // The user may have decided first.
      guard rows[id] == row, !isClosed else { return }
      switch resolution {
      case .park: return
      case .discard:
        remove(id)
        orphan(row)
        saveOrReport()
      case .retry:
        guard let text = try? handler.prepare(row.text, row.temporaryID).text else { return }
        takeBack(row, with: text)
      case .replace(let text): takeBack(row, with: text)
      }
      pump()
    }
  }

  /// Lets an unreadable mutation wait again. Earlier attempts may have arrived, so the key stays.
  private func takeBack(_ row: GraphQLQueuedMutation, with variables: String) {
    if replace(row.id, with: variables, .same(row.key)) { coverInOrder() }
  }
}
