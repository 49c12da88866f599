import ApusCache
import ApusInspectorPage

/// The cache's present contents as JSON.
struct CacheText {
  let cache: GraphQLCache
  let recorder: Recorder

  func objects(search: String, after: UInt32?, limit: Int) -> [UInt8] {
    let page = cache.observedObjects(search: search, after: after, limit: limit)
    var text = JSONText()
    text.object { text in
      text.name("objects")
      text.list(page.objects) { text, object in text.object { write(object, to: &$0) } }
      text.member("total", page.total)
      text.member("after", page.next.map { Int($0) })
    }
    return text.bytes
  }

  func object(_ key: String) -> [UInt8]? {
    guard let (object, fields, watchers, referrers) = cache.observedObject(key) else { return nil }
    var text = JSONText()
    text.object { text in
      write(object, to: &text)
      text.name("fields")
      text.list(fields) { text, field in
        text.object { text in
          text.member("name", field.name)
          text.member("age", field.age)
          text.name("value")
          write(field.value, to: &text)
        }
      }
      text.name("watcherNames")
      text.list(watchers) { text, watcher in
        text.object { text in
          text.member("watcher", watcher.number)
          text.member("name", watcher.name)
        }
      }
      text.member("referencedBy", referrers)
    }
    return text.bytes
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
  private func write(_ value: ObservedValue, to text: inout JSONText) {
    text.object { text in
      switch value {
      case .json(let json): text.member("json", json: json)
      case .cut(let beginning): text.member("text", beginning)
      case .reference(let key): text.member("ref", key)
      case .list(let values):
        text.name("list")
        text.list(values) { write($1, to: &$0) }
      case .object(let members):
        text.name("object")
        text.object { text in
          for member in members {
            text.name(member.name)
            write(member.value, to: &text)
          }
        }
      }
    }
  }

  func watchers() -> [UInt8] {
    var text = JSONText()
    text.object { text in
      text.name("watchers")
      text.list(cache.observedWatchers) { text, watcher in
        text.object { text in
          text.member("id", watcher.number)
          text.member("name", watcher.name)
          text.member("variables", json: watcher.variables)
          text.member("root", watcher.root)
          text.member("objects", watcher.objectCount)
          let updates = recorder.updates(of: watcher.number)
          text.member("updates", updates?.count ?? 0)
          text.member("last", updates?.last)
        }
      }
    }
    return text.bytes
  }

  func layers() -> [UInt8] {
    var text = JSONText()
    text.object { text in
      text.name("layers")
      text.list(cache.observedLayers) { text, layer in
        text.object { text in
          text.member("id", layer.number)
          text.member("by", layer.name)
          text.member("writes", layer.writes)
          text.member("reads", layer.reads)
          text.member("count", layer.count)
        }
      }
    }
    return text.bytes
  }
}
