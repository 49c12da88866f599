extension InspectorPage {
  /// The script's beginning: formats, records and the connection.
  static let script = #"""
    "use strict";
    // Responses are untrusted: what they contain reaches the page as text nodes, never as markup.

    const byId = (id) => document.getElementById(id);
    const narrow = matchMedia("(max-width: 820px)");

    /** An element: `h("p.quiet", { title }, "text", child)`. Attributes that begin with "on" are listeners. */
    function h(tag, attributes, ...children) {
      const [name, ...classes] = tag.split(".");
      const element = document.createElement(name);
      if (classes.length) element.className = classes.join(" ");
      for (const [key, value] of Object.entries(attributes ?? {})) {
        if (value === undefined || value === false) continue;
        if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
        else element.setAttribute(key, value === true ? "" : value);
      }
      element.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== false));
      return element;
    }

    // MARK: Formats

    const count = (number, one, many = one + "s") => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
    const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 });
    const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
    const timeText = (at) => clock.format(at);

    function durationText(milliseconds) {
      if (milliseconds === undefined) return "";
      if (milliseconds < 0.1) return "<0.1 ms";
      if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
      if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
      if (milliseconds < 60000) return `${(milliseconds / 1000).toFixed(2)} s`;
      return `${Math.floor(milliseconds / 60000)} min ${Math.round((milliseconds % 60000) / 1000)} s`;
    }

    function bytesText(bytes) {
      if (bytes < 1000) return `${bytes} B`;
      return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
    }

    /** With its day, if that is not today. */
    const dateText = (at) => {
      const date = new Date(at);
      return date.toDateString() === new Date().toDateString() ? timeText(at) : `${dayFormat.format(date)} ${timeText(at).slice(0, 8)}`;
    };

    function ageText(seconds) {
      if (seconds < 60) return `${Math.round(seconds)} s`;
      if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
      return seconds < 172800 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86400)} d`;
    }

    /** Variables as Swift shows arguments: `id: "1", first: 10`. */
    function variablesText(variables) {
      return Object.entries(variables ?? {}).map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(", ");
    }

    /** The field that changed. A change without a field is a whole object. */
    const fieldText = (change) => (change.field === undefined ? change.object : `${change.object}.${change.field}`);

    // MARK: The server

    async function get(route, parameters, signal) {
      const query = new URLSearchParams(Object.entries(parameters ?? {}).filter(([, value]) => value !== undefined));
      const answer = await fetch(`${route}?${query}`, { signal }).catch((error) => {
        throw error.name === "AbortError" ? error : new Error("The app does not respond. It may have ended, or a debugger may have paused it.");
      });
      const json = await answer.json().catch(() => ({}));
      if (!answer.ok) throw new Error(json.error ?? `The app responded with status ${answer.status}.`);
      return json;
    }

    // MARK: Records

    /** The newest records, in the order of time. Entries keep their place when a record replaces an earlier one. */
    const store = { session: undefined, entries: new Map(), order: [], version: 0 };

    function clearRecords() {
      store.entries.clear();
      store.order = [];
      store.version += 1;
    }

    function receive(records) {
      for (const record of records) {
        if (record.type === "session") beginSession(record);
        else if (record.type === "lost") insert({ ...record, id: record.seq, at: store.order.at(-1)?.record.at ?? Date.now() });
        else insert(record);
      }
      const excess = store.order.length - (store.session?.limit ?? 10000);
      if (excess > 0) for (const entry of store.order.splice(0, excess)) store.entries.delete(entry.key);
      store.version += 1;
    }

    function insert(record) {
      const key = `${record.type}/${record.id}`;
      const known = store.entries.get(key);
      if (known) {
        known.record = record;
        known.version += 1;
        known.words = undefined;
        return;
      }
      const entry = { key, record, version: 0, words: undefined };
      store.entries.set(key, entry);
      // Nearly every record is the newest.
      let index = store.order.length;
      while (index > 0 && store.order[index - 1].record.at > record.at) index -= 1;
      store.order.splice(index, 0, entry);
    }

    const recordOf = (type, id) => store.entries.get(`${type}/${id}`)?.record;
    const recordsOf = (type, test) =>
      store.order.filter((entry) => entry.record.type === type && test(entry.record)).map((entry) => entry.record);

    function beginSession(session) {
      if (store.session && store.session.at !== session.at) {
        clearRecords();
        closeDetails();
      }
      store.session = session;
      const isLive = session.mode === "live";
      byId("source").textContent = session.url ?? "";
      byId("source").title = session.url ?? "";
      byId("save").hidden = byId("clear").hidden = !isLive;
      byId("tab-cache").hidden = byId("tab-watchers").hidden = !session.cache;
      byId("tabs").hidden = byId("tab-pending").hidden = !session.cache && !session.queue;
      byId("queue-part").hidden = !session.queue;
      byId("layers-part").hidden = !session.cache;
      document.title = `Apus Inspector${session.url ? ` · ${session.url.replace(/^\w+:\/\//, "")}` : ""}`;
      notify(session.redacted ? "Values in this recording are redacted: equal strings have equal names, such as “s1”." : undefined);
      if (byId(`tab-${state.view}`).hidden) go(["timeline"], true);
    }

    function notify(text) {
      byId("notice").textContent = text ?? "";
      byId("notice").hidden = text === undefined;
    }

    // MARK: The connection

    let stream;

    function connect() {
      stream = new EventSource("events");
      stream.onmessage = (message) => {
        receive(JSON.parse(message.data));
        showConnection(...(store.session?.mode === "file" ? ["file", "Recording"] : ["live", "Live"]));
        scheduleRendering();
      };
      stream.addEventListener("end", () => {
        stream.close();
        if (store.session?.mode === "file") return;
        showConnection("ended", "Ended");
        notify("The app has closed the inspector. The records stay here until you close the page; the cache is gone.");
      });
      stream.onerror = () => {
        // A browser connects again by itself unless the server has refused.
        if (stream.readyState === EventSource.CLOSED) {
          showConnection("ended", "Ended");
          notify("The app does not know this page any more. Open the address that its newest run has printed.");
        } else {
          showConnection("waiting", "Reconnecting…");
        }
      };
    }

    function showConnection(name, text) {
      const element = byId("connection");
      element.dataset.state = name;
      if (element.textContent !== text) element.textContent = text;
    }

    // The app stops recording when its last page has gone, also when the browser keeps the page for its Back button.
    addEventListener("pagehide", () => stream?.close());
    addEventListener("pageshow", (event) => {
      if (event.persisted) connect();
    });

    // MARK: Rendering

    let isScheduled = false;

    /** Renders once per frame, and not at all while the page is in the background. */
    function scheduleRendering() {
      if (isScheduled) return;
      isScheduled = true;
      requestAnimationFrame(() => {
        isScheduled = false;
        render();
      });
    }
    """#
}
