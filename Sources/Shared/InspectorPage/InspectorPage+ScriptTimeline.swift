extension InspectorPage {
  /// The timeline, and the details of its records.
  static let scriptTimeline = #"""
    // MARK: Timeline

    const badges = { query: "Q", mutation: "M", subscription: "S", write: "W", update: "U", note: "N", lost: "!" };
    const states = { running: "warning", done: "quiet", failed: "bad", cancelled: "quiet" };

    const badge = (record) => {
      const name = record.type === "operation" ? record.kind : record.type;
      return h(`span.badge.${name}`, { title: name }, badges[name]);
    };
    const code = (text) => h("code", {}, text);
    const cell = (tag, ...children) => h(tag, { role: "gridcell" }, children);

    /** The words between the names of a record, with the names in code font. */
    function writeTitle(record) {
      if (!record.kind) return [];
      if (record.kind === "cleared") return ["The cache was cleared"];
      const verbs = { layer: "changed optimistically", transaction: "changed in a transaction", collection: "removed to save memory" };
      const verb = verbs[record.kind] ?? "written";
      const first = record.objects?.[0];
      const name = first && (first.fields?.length === 1 ? `${first.key}.${first.fields[0]}` : first.key);
      const rest = record.count - 1;
      return [
        name ? code(name) : count(record.count, "object"), name && rest > 0 && ` and ${count(rest, "other object")}`,
        first?.isNew && !rest && " (new)", ` ${verb}`, record.by && [" by ", code(record.by)],
      ];
    }

    function updateReason(record) {
      if (record.kind === "cleared") return ["because the cache was cleared"];
      const change = record.changes?.[0];
      const verb = { incomplete: "is missing", invalidated: "was invalidated" }[record.kind];
      const rest = record.count - 1;
      return [
        "because ", change ? code(fieldText(change)) : count(record.count, "field"),
        rest > 0 && change && ` and ${count(rest, "other")}`,
        ` ${verb ?? (change && change.field === undefined ? "was added" : "changed")}`,
        record.by && [verb ? " after " : " by ", code(record.by)],
      ];
    }

    function title(record) {
      switch (record.type) {
      case "write": return writeTitle(record);
      case "update": return [code(record.name), record.kind === "incomplete" ? " is incomplete " : " updated ", updateReason(record)];
      case "lost": return [`${count(record.count, "record")} were dropped: the app records only so many until the page reads them`];
      default: return [record.text];
      }
    }

    /** What the search looks at, in lower case. */
    function wordsOf(entry) {
      const { record } = entry;
      const strings = (value) => (typeof value === "string" ? [value] : value && typeof value === "object" ? Object.values(value).flatMap(strings) : []);
      entry.words ??= [strings(record), variablesText(record.variables), record.changes?.map(fieldText),
        record.attempts?.map((attempt) => attempt.status)].flat().join("\n").toLowerCase();
      return entry.words;
    }

    function timelineCells({ record }) {
      const time = cell("span.time", timeText(record.at));
      if (record.type !== "operation") {
        return [time, h("span.what.spanning", { role: "gridcell", "aria-colspan": 4 }, badge(record), h("span", {}, title(record)))];
      }
      const attempts = record.attempts?.length ?? 0;
      return [
        time,
        cell("span.what", badge(record), h("span.name", {}, record.name ?? "anonymous"),
          h("span.quiet", {}, variablesText(record.variables))),
        cell("span.source.quiet", record.source ?? "", attempts > 1 && h("b.warning", { title: `${attempts} attempts` }, ` ×${attempts}`)),
        h(`span.state.${record.errors?.length && record.state === "done" ? "warning" : states[record.state]}`, { role: "gridcell" },
          record.errors?.length && record.state === "done" ? count(record.errors.length, "error") : record.state),
        cell("span.duration.number", durationText(record.duration)),
      ];
    }

    const timeline = new Grid(byId("grid-timeline"), {
      label: "Timeline", columns: [["Time"], ["Event"], ["Source"], ["State"], ["Duration", "number"]],
      follows: true,
      id: (entry) => entry.key, version: (entry) => entry.version, cells: timelineCells,
      path: (entry) => ["timeline", ...entry.key.split("/")],
      empty: () => (store.order.length
        ? ["No records match", "Change the search or the filters above."]
        : ["No records yet", "Operations, cache writes and updates of watchers appear here as the app makes them."]),
      onScroll(isAtEnd) {
        this.follows = isAtEnd;
        if (isAtEnd) byId("newest").hidden = true;
      },
    });

    function renderTimeline() {
      const words = state.search.timeline.toLowerCase().split(/\s+/).filter(Boolean);
      const shown = new Set(["lost"]);
      for (const button of byId("filters").children) if (button.ariaPressed === "true") shown.add(button.dataset.type);
      const items = store.order.filter((entry) => shown.has(entry.record.type) && words.every((word) => wordsOf(entry).includes(word)));
      if (items.at(-1) !== timeline.items.at(-1) && !timeline.follows) byId("newest").hidden = false;
      timeline.set(items);
      const all = count(store.order.length, "record");
      showCount("timeline", items.length === store.order.length ? all : `${items.length.toLocaleString("en")} of ${all}`);
    }

    // MARK: Parts of details

    const part = (name, ...children) => h("section.part", {}, name && h("h3", {}, name), children);
    const facts = (...pairs) => h("dl.facts", {}, pairs.filter((pair) => pair && pair[1] !== undefined && pair[1] !== false)
      .map(([name, ...value]) => [h("dt", {}, name), h("dd", {}, value)]));
    const link = (path, ...children) => h("a", { href: "#" + path.map(encodeURIComponent).join("/") }, children);
    const list = (items, line) => h("ul.items", {}, items.map((item) => h("li", {}, line(item))));
    const empty = (title, text) => h("p.empty", {}, h("strong", {}, title), text);

    /** An object's key, which leads to the cache while there is one. */
    const objectLink = (key, text = key) => (store.session?.cache ? link(["cache", key], code(text)) : code(text));
    const watcherLink = (id, name) => (store.session?.cache ? link(["watchers", String(id)], name) : name);

    /** A record of the timeline: its time, which leads to it, and a sentence. */
    const recordLine = (record, text) => [link(["timeline", record.type, String(record.id)], timeText(record.at)), " ", text(record)];

    function recordLink(type, id, text) {
      const record = recordOf(type, id);
      return record ? recordLine(record, text) : [text({}), h("span.quiet", {}, ` (${type} ${id} is no longer kept)`)];
    }

    function copyButton(label, text) {
      const button = h("button", { type: "button" }, label);
      button.addEventListener("click", async () => {
        try {
          await navigator.clipboard.writeText(text());
          button.textContent = "Copied";
        } catch {
          button.textContent = "The browser does not allow it";
        }
        setTimeout(() => (button.textContent = label), 1500);
      });
      return button;
    }

    function phases(record) {
      const rows = [];
      let end = 0;
      const add = (label, start, length, style) => {
        if (length === undefined) return;
        rows.push({ label, start, length, style });
        end = Math.max(end, start + length);
      };
      for (const attempt of record.attempts ?? []) {
        const begin = Math.max(0, attempt.at - record.at);
        const timing = attempt.timing ?? {};
        if (record.attempts.length > 1) rows.push({ group: `Attempt ${attempt.number}` });
        let at = begin;
        for (const [name, label] of [["nameLookup", "Name lookup"], ["connect", "Connect"], ["tls", "TLS"]]) {
          add(label, at, timing[name], "connecting");
          at += timing[name] ?? 0;
        }
        const length = timing.total ?? attempt.duration;
        if (timing.firstByte === undefined) add("Sending", at, length && Math.max(0, begin + length - at), "waiting");
        else {
          add("Waiting", at, Math.max(0, begin + timing.firstByte - at), "waiting");
          if (timing.total !== undefined) add("Receiving", begin + timing.firstByte, Math.max(0, timing.total - timing.firstByte), "receiving");
        }
      }
      if (!record.attempts?.length) add("Sending", 0, record.phases?.sending, "waiting");
      add("Decoding", end, record.phases?.decoding, "decoding");
      add("Storing", end, record.phases?.storing, "storing");
      const whole = Math.max(record.duration ?? 0, end, 0.001);
      return rows.length === 0 ? undefined : h("div.phases", {}, rows.map((row) => {
        if (row.group) return h("span.group", {}, row.group);
        const bar = h(`span.length.${row.style}`);
        bar.style.left = `min(${(row.start / whole) * 100}%, calc(100% - 2px))`;
        bar.style.width = `${(row.length / whole) * 100}%`;
        return [h("span", {}, row.label), h("span.track", { "aria-hidden": "true" }, bar), h("span.number", {}, durationText(row.length))];
      }));
    }

    function headerList(name, headers) {
      if (!headers?.length) return [];
      return [h("h4", {}, name), h("dl.facts.headers", {}, headers.map(([field, value]) =>
        [h("dt", {}, field), h(value === "<redacted>" ? "dd.redacted" : "dd", {}, value)]))];
    }

    function attemptPart(attempt) {
      const sizes = [attempt.requestBytes !== undefined && `${bytesText(attempt.requestBytes)} sent`,
        attempt.responseBytes !== undefined && `${bytesText(attempt.responseBytes)} received`,
        attempt.timing?.isReused && "over an open connection"];
      return h("div.attempt", {},
        h("h3", {}, `Attempt ${attempt.number}`, attempt.status !== undefined && h(`span.${attempt.status < 400 ? "good" : "bad"}`, {}, String(attempt.status)),
          h("span.quiet", {}, durationText(attempt.duration))),
        h("p", {}, code(`${attempt.method} ${attempt.url}`)),
        attempt.failure && h("p.bad", {}, attempt.failure),
        h("p.quiet", {}, sizes.filter(Boolean).join(", ")),
        headerList("Request headers", attempt.requestHeaders), headerList("Response headers", attempt.responseHeaders));
    }

    // MARK: Details of records

    function operationDetails(record, whole, problem) {
      const missing = problem && empty("Not available", problem);
      const errors = record.errors ?? [];
      const updates = recordsOf("update", (update) => record.writes?.includes(update.write));
      const response = () => {
        if (missing) return missing;
        if (whole.response === undefined && whole.responseText === undefined) {
          if (whole.cut) return empty("Response not kept", "It is too long, or had to make room for newer ones.");
          return record.state === "running" ? empty("No response yet") : empty("No response", "The operation ended without one.");
        }
        const text = () => (whole.response === undefined ? whole.responseText : JSON.stringify(whole.response, null, 2));
        return part([whole.cut && h("span.warning", {}, "Only its beginning: the response is longer than 256 KiB."), copyButton("Copy", text)],
          whole.response === undefined ? h("pre", {}, whole.responseText)
            : jsonTree("Response", whole.response, 3));
      };
      const text = (member, nothing) => () => missing ?? (whole[member] === undefined ? nothing
        : part([copyButton("Copy", () => whole[member])], h("pre", {}, whole[member])));
      return {
        badge: badge(record), name: record.name ?? "anonymous",
        meta: [record.kind, ` · `, h(`span.${states[record.state]}`, {}, record.state), record.source && ` · ${record.source}`,
          record.duration !== undefined && ` · ${durationText(record.duration)}`],
        tabs: [["Overview", () => [
          (record.failure || errors.length > 0) && part("Errors", list([...(record.failure ? [{ message: record.failure }] : []), ...errors], (error) => [
            h("span.bad", {}, error.message), error.path && [" at ", code(error.path.join("."))], error.code && h("span.quiet", {}, ` · ${error.code}`)])),
          part(undefined, facts(["Began", dateText(record.at)], ["Policy", record.policy && code(record.policy)],
            ["Sent because", record.cause], ["Watcher", record.watcher !== undefined && watcherLink(record.watcher, `Watcher ${record.watcher}`)],
            ["Queue", record.mutation !== undefined && link(["pending", "mutation", String(record.mutation)], `Mutation ${record.mutation}`)],
            ["Events", record.events !== undefined && String(record.events)], ["Hash", record.hash && code(record.hash)])),
          part("Time", phases(record) ?? h("p.quiet", {}, record.state === "running" ? "Still running." : "Nothing was measured.")),
          part("Variables", record.variables !== undefined ? jsonTree("Variables", record.variables)
            : h("p.quiet", {}, "Not kept: they are too long, or had to make room for newer ones.")),
          record.writes?.length > 0 && part("Written to the cache", list(record.writes, (id) => recordLink("write", id, writeTitle))),
          updates.length > 0 && part("Watchers it updated", list(updates.slice(0, chunk), (update) => recordLine(update, title))),
        ]], [`Attempts${record.attempts?.length > 1 ? ` ${record.attempts.length}` : ""}`, () => (record.attempts?.length
          ? part(undefined, record.attempts.map(attemptPart))
          : empty("No attempts", record.source === "cache" ? "The response was read from the cache." : "Nothing was sent."))],
        ["Response", response],
        ["Swift value", text("value", empty("No Swift value", store.session?.mode === "file"
          ? "Recordings contain responses only." : "The response was not decoded."))],
        ["Document", text("document", empty("No document", "The operation was sent by its hash."))]],
      };
    }

    function writeDetails(record, whole) {
      const objects = (whole ?? record).objects ?? [];
      const updates = recordsOf("update", (update) => update.write === record.id);
      return {
        badge: badge(record), name: record.by ?? "Cache write", meta: [`${count(record.count, "object")} · ${record.kind}`],
        tabs: [["Overview", () => [
          part(undefined, facts(["Time", timeText(record.at)],
            ["Operation", record.operation !== undefined && recordLink("operation", record.operation, (operation) => code(operation.name ?? record.by ?? "anonymous"))])),
          part("Watchers it updated", updates.length ? list(updates.slice(0, chunk), (update) => recordLine(update, title))
            : h("p.quiet", {}, "None")),
          objects.length > 0 && part("Objects", list(objects, (object) => [objectLink(object.key),
            h("span.quiet", {}, object.isNew ? " new" : ` ${(object.fields ?? []).join(", ")}`)]),
          objects.length < record.count && h("p.quiet", {}, `and ${count(record.count - objects.length, "other object")}`)),
        ]]],
      };
    }

    function updateDetails(record) {
      const changes = record.changes ?? [];
      return {
        badge: badge(record), name: record.name, meta: [`${record.kind} · ${timeText(record.at)}`],
        tabs: [["Overview", () => [
          part("Why", h("p", {}, "Updated ", updateReason(record), ".")),
          part(undefined, facts(["Watcher", watcherLink(record.watcher, record.name)],
            ["Written by", record.by && code(record.by)], ["Write", record.write !== undefined && recordLink("write", record.write, writeTitle)])),
          changes.length > 0 && part("Changes", list(changes, (change) => objectLink(change.object, fieldText(change))),
            changes.length < record.count && h("p.quiet", {}, `and ${count(record.count - changes.length, "other")}`)),
        ]]],
      };
    }

    function noteDetails(record) {
      return { badge: badge(record), name: record.type === "lost" ? "Dropped records" : `Note of the ${record.area}`,
        meta: [timeText(record.at)], tabs: [["Overview", () => part(undefined, h("p", {}, title(record)))]] };
    }

    const recordDetails = { operation: operationDetails, write: writeDetails, update: updateDetails, note: noteDetails, lost: noteDetails };
    """#
}
