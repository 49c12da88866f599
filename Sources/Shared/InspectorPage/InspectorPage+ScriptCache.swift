extension InspectorPage {
  /// Objects of the cache, watchers, layers and queued mutations.
  static let scriptCache = #"""
    // MARK: Cache

    const pageSize = 100;
    /** The page of objects in sight. `starts` has the cursor of each page so far: the server only goes forward. */
    const cache = { starts: [undefined], page: 0, total: 0, next: undefined, version: 0, loading: undefined, failure: undefined };

    const unit = (text, noun, style = "number.second") => h(`span.${style}`, { role: "gridcell", "data-unit": noun }, text);
    const plural = (number, one) => (number === 1 ? one : one + "s");

    function objectCells(object) {
      const badge = object.state ?? (object.optimistic ? "optimistic" : undefined);
      return [
        h("span.first", { role: "gridcell", title: object.key }, code(object.key), badge && h("span.warning", {}, ` ${badge}`)),
        unit(String(object.fieldCount), plural(object.fieldCount, "field"), "number.second.extra"),
        unit(bytesText(object.bytes), "", "number.second.extra"),
        unit(object.age === undefined ? "–" : ageText(object.age), "old"),
        unit(String(object.references ?? 0), plural(object.references, "reference")),
        unit(String(object.watchers ?? 0), plural(object.watchers, "watcher")),
        h("span.second.by", { role: "gridcell", title: object.by }, object.by ?? ""),
      ];
    }

    const objects = new Grid(byId("grid-cache"), {
      label: "Objects in the cache",
      columns: [["Object"], ["Fields", "number.extra"], ["Size", "number.extra"], ["Age", "number"], ["References", "number"], ["Watchers", "number"], ["Written by"]],
      id: (object) => object.key, cells: objectCells,
      path: (object) => ["cache", object.key],
      empty: () => (cache.failure ? ["The cache cannot be read", cache.failure] : cache.loading ? ["Reading…", ""]
        : state.search.cache ? ["No object matches", `No key contains “${state.search.cache}”.`]
          : ["The cache is empty", "Objects appear here when a response is written."]),
    });

    /** Reads a page. The server may look at many objects to find few, and then answers in steps. */
    async function readObjects() {
      cache.loading?.abort();
      const loading = (cache.loading = new AbortController());
      const search = state.search.cache || undefined;
      const found = [];
      let after = cache.starts[cache.page];
      try {
        do {
          const answer = await get("cache", { search, after, limit: pageSize - found.length }, loading.signal);
          found.push(...answer.objects);
          after = answer.after;
          cache.total = answer.total;
          if (found.length && found.length < pageSize && after !== undefined) showObjects(found, undefined);
        } while (found.length < pageSize && after !== undefined);
        cache.failure = undefined;
      } catch (error) {
        if (error.name === "AbortError") return;
        cache.failure = error.message;
      }
      cache.loading = undefined;
      cache.starts[cache.page + 1] = after;
      showObjects(found, after);
    }

    function showObjects(found, after) {
      objects.set(found);
      const first = cache.page * pageSize + 1;
      const range = found.length ? `${first.toLocaleString("en")}–${(first + found.length - 1).toLocaleString("en")}` : "0";
      const isWhole = cache.page === 0 && after === undefined;
      const matches = isWhole ? count(found.length, "match", "matches") : `${range} of the matches`;
      byId("range").textContent = state.search.cache ? matches : `${range} of ${cache.total.toLocaleString("en")}`;
      showCount("cache", count(cache.total, "object"));
      byId("previous").disabled = cache.page === 0;
      byId("next").disabled = after === undefined;
    }

    function turnPage(step) {
      cache.page += step;
      byId("grid-cache").scrollTop = 0;
      readObjects();
    }

    byId("previous").addEventListener("click", () => turnPage(-1));
    byId("next").addEventListener("click", () => turnPage(1));

    /** A value of the cache as a node. References are links. */
    function cachedNode(label, value) {
      if (value === undefined) return jsonNode(label, null);
      if ("ref" in value) return { label, link: objectLink(value.ref) };
      if ("list" in value) {
        return { label, count: count(value.list.length, "item"), children: value.list.map((item, index) => () => cachedNode(index, item)) };
      }
      if ("object" in value) {
        const members = Object.entries(value.object);
        return { label, count: count(members.length, "field"), children: members.map(([name, item]) => () => cachedNode(name, item)) };
      }
      return "text" in value ? { label, text: value.text, style: "string" } : jsonNode(label, value.json);
    }

    /** An object as it is compared: ages alone are no reason to move what the user reads. */
    const withoutAges = (object) =>
      ({ ...object, age: 0, oldest: 0, fields: object.fields?.map((field) => ({ ...field, age: field.age === undefined })) });

    function objectDetails(object) {
      const nodes = (object.fields ?? []).map((field) =>
        ({ ...cachedNode(field.name, field.value), age: field.age === undefined ? "invalidated" : ageText(field.age) }));
      return {
        name: object.key,
        meta: [[count(object.fieldCount, "field"), bytesText(object.bytes), object.state, object.optimistic && "changed by a layer"].filter(Boolean).join(" · ")],
        tabs: [["Overview", () => [
          part(undefined, facts(["Type", code(object.type)],
            ["Age", object.age === undefined ? "invalidated" : object.age === object.oldest ? ageText(object.age)
              : `${ageText(object.age)}, oldest field ${ageText(object.oldest)}`],
            ["Last written by", object.write === undefined ? "Before the inspector began"
              : recordLink("write", object.write, () => code(object.by ?? "a transaction"))])),
          part("Fields", nodes.length ? tree("Fields", nodes) : h("p.quiet", {}, "None")),
          part("Watched by", object.watcherNames?.length ? list(object.watcherNames, (watcher) => watcherLink(watcher.watcher, watcher.name))
            : h("p.quiet", {}, "Nothing")),
          part("Referenced by", object.referencedBy?.length ? [list(object.referencedBy, (key) => objectLink(key)),
            object.referencedBy.length === 100 && h("p.quiet", {}, "Only the first 100 are listed.")] : h("p.quiet", {}, "Nothing")),
        ]]],
      };
    }

    // MARK: Watchers, layers and queued mutations

    const watchers = new Grid(byId("grid-watchers"), {
      label: "Watchers", columns: [["Watcher"], ["Objects", "number"], ["Updates", "number"], ["Last update"]],
      cells(watcher) {
        const last = watcher.last !== undefined && recordOf("update", watcher.last);
        return [
          cell("span.first", h("b", {}, watcher.name), h("span.quiet", {}, ` ${watcher.root ?? variablesText(watcher.variables)}`)),
          unit(String(watcher.objects), plural(watcher.objects, "object")), unit(String(watcher.updates), plural(watcher.updates, "update")),
          cell("span.quiet.second.why", last ? updateReason(last) : ""),
        ];
      },
      path: (watcher) => ["watchers", String(watcher.id)],
      empty: () => ["No watchers", "Views and calls of watch appear here while they are in use."],
    });

    function watcherDetails(watcher) {
      const updates = recordsOf("update", (update) => update.watcher === watcher.id).reverse();
      return {
        name: watcher.name, meta: [`${count(watcher.objects, "object")} · ${count(watcher.updates, "update")}`],
        tabs: [["Overview", () => [
          watcher.root && part(undefined, facts(["Object", objectLink(watcher.root)])),
          Object.keys(watcher.variables ?? {}).length > 0 && part("Variables", jsonTree("Variables", watcher.variables)),
          part("Updates", updates.length ? [list(updates.slice(0, chunk), (update) => recordLine(update, updateReason)),
          updates.length > chunk && h("p.quiet", {}, `The newest ${chunk} of ${updates.length.toLocaleString("en")}`)]
            : h("p.quiet", {}, "None since the inspector began.")),
        ]]],
      };
    }

    const layers = new Grid(byId("grid-layers"), {
      label: "Optimistic layers, the lowest first", columns: [["No."], ["Written by"], ["Objects"], ["Reads", "number"]],
      cells: (layer) => [
        cell("span.no", String(layer.id)), cell("b.first", layer.by ?? "a transaction"),
        cell("span.second", code((layer.writes ?? []).join(", "))),
        unit(String(layer.reads?.length ?? 0), plural(layer.reads?.length, "read")),
      ],
      path: (layer) => ["pending", "layer", String(layer.id)],
      empty: () => ["No optimistic layers", "An optimistic write is shown here until its mutation ends."],
    });

    const queue = new Grid(byId("grid-queue"), {
      label: "Queued mutations", columns: [["No."], ["Mutation"], ["State"], ["Attempts", "number"], ["Queued"]],
      cells: (mutation) => [
        cell("span.no", String(mutation.id)),
        cell("span.first", h("b", {}, mutation.name), h("span.quiet", {}, ` ${variablesText(mutation.variables)}`)),
        cell(`span.second.${{ parked: "bad", sending: "good" }[mutation.state] ?? "quiet"}`, mutation.state),
        unit(String(mutation.attempts ?? 0), plural(mutation.attempts, "attempt")),
        cell("span.second.time", mutation.at === undefined ? "" : dateText(mutation.at)),
      ],
      path: (mutation) => ["pending", "mutation", String(mutation.id)],
      empty: () => ["No queued mutations", "Mutations wait here while the server cannot be reached."],
    });

    function layerDetails(layer) {
      return {
        name: layer.by ?? "Optimistic write", meta: [`layer ${layer.id} · ${count(layer.count, "object")}`],
        tabs: [["Overview", () => [["Writes", layer.writes], ["Reads", layer.reads]].map(([name, keys]) =>
          part(name, keys?.length ? list(keys, (key) => objectLink(key)) : h("p.quiet", {}, "Nothing")))]],
      };
    }

    function mutationDetails(mutation) {
      return {
        badge: badge({ type: "operation", kind: "mutation" }), name: mutation.name, meta: [`mutation ${mutation.id} · ${mutation.state}`],
        tabs: [["Overview", () => [
          mutation.message && part("Reason", h("p.bad", {}, `${mutation.reason ? mutation.reason + ": " : ""}${mutation.message}`)),
          part(undefined, facts(["Queued", mutation.at !== undefined && dateText(mutation.at)], ["Attempts", String(mutation.attempts ?? 0)],
            ["Lane", mutation.lane && code(mutation.lane)], ["Idempotency key", mutation.identity && code(mutation.identity)],
            ["Temporary ID", mutation.temporaryID && code(mutation.temporaryID)])),
          part("Variables", jsonTree("Variables", mutation.variables)),
        ]]],
      };
    }
    """#
}
