import ApusCache
import ApusInspectorPage

/// The cache's present contents as JSON.
struct CacheText {
  let cache: GraphQLCache
  let recorder: Recorder
  let secrets: SecretMembers

  func objects(search: String, after: UInt32?, limit: Int) -> [UInt8] {
    let page = cache.observedObjects(search: search, after: after, limit: limit)
    return JSONText.object { text in
      text.member("objects", objects: page.objects) { write($1, to: &$0) }
      text.member("total", page.total)
      text.member("after", page.next.map { Int($0) })
    }
  }

  func object(_ key: String) -> [UInt8]? {
    guard let (object, fields, watchers, referrers) = cache.observedObject(key) else { return nil }
    return JSONText.object { text in
      write(object, to: &text)
      text.member("fields", objects: fields) { text, field in
        text.member("name", field.name)
        text.member("age", field.age)
        text.name("value")
        write(field.value, of: field.name, to: &text)
      }
      text.member("watcherNames", objects: watchers) { text, watcher in
        text.member("watcher", watcher.number)
        text.member("name", watcher.name)
      }
      text.member("referencedBy", referrers)
    }
  }

  private func write(_ object: ObservedObject, to text: inout JSONText) {
    text.member("key", object.key)
    text.member("type", String(object.key.prefix { $0 != ":" && $0 != "." }))
    text.member("fieldCount", object.fieldCount)
    text.member("bytes", object.bytes)
    text.member("age", object.age)
    text.member("oldest", object.oldest)
    text.member("state", object.isDeleted ? "deleted" : object.isEvicted ? "evicted" : nil)
    text.flag("optimistic", object.isOptimistic)
    text.member("watchers", object.watcherCount)
    text.member("references", object.referenceCount)
    if let write = recorder.lastWrite(of: object.record) {
      text.member("write", write.number)
      text.member("by", write.by)
    }
  }

  /// Recursion is safe: nesting is limited by the response decoder.
  ///
  /// - Parameter isHidden: whether the value is below a name that hides it.
  private func write(
    _ value: ObservedValue, of field: String, isHidden: Bool = false, to text: inout JSONText
  ) {
    let name = field.prefix { $0 != "(" }
    let isHidden = isHidden || secrets.contains(name)
    text.object { text in
      switch value {
      case .json(let json): text.member("json", json: secrets.json(json, isHidden: isHidden))
      case .cut(let beginning):
        let shown = secrets.json(beginning.utf8, isHidden: isHidden)
        text.member("text", String(decoding: shown, as: UTF8.self))
      case .reference(let key): text.member("ref", key)
      case .list(let values):
        text.name("list")
        text.list(values) { write($1, of: field, isHidden: isHidden, to: &$0) }
      case .object(let members):
        text.name("object")
        text.object { text in
          for member in members {
            text.name(member.name)
            write(member.value, of: member.name, isHidden: isHidden, to: &text)
          }
        }
      }
    }
  }

  func watchers() -> [UInt8] {
    JSONText.object { text in
      text.member("watchers", objects: cache.observedWatchers) { text, watcher in
        text.member("id", watcher.number)
        text.member("name", watcher.name)
        text.member("variables", json: secrets.json(watcher.variables))
        text.member("root", watcher.root)
        text.member("objects", watcher.objectCount)
        let updates = recorder.updates(of: watcher.number)
        text.member("updates", updates?.count ?? 0)
        text.member("last", updates?.last)
      }
    }
  }

  func layers() -> [UInt8] {
    JSONText.object { text in
      text.member("layers", objects: cache.observedLayers) { text, layer in
        text.member("id", layer.number)
        text.member("by", layer.name)
        text.member("writes", layer.writes)
        text.member("reads", layer.reads)
        text.member("count", layer.count)
      }
    }
  }
}
