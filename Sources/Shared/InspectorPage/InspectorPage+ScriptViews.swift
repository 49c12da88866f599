extension InspectorPage {
  /// The script's end: views, details, navigation and keys.
  static let scriptViews = #"""
    // MARK: Views

    /** Where the page is: `path` is the part of the address after "#", such as `timeline/operation/7`. */
    const state = { view: "timeline", path: ["timeline"], tab: {}, search: { timeline: "", cache: "", pending: "", watchers: "" } };

    /** What the routes of lists have said. They are read again, while they are in sight, when records have come. */
    const lists = {};

    function matching(items = []) {
      const words = state.search[state.view].toLowerCase().split(/\s+/).filter(Boolean);
      return items.filter((item) => words.every((word) => JSON.stringify(item).toLowerCase().includes(word)));
    }

    async function readLists(...routes) {
      try {
        for (const route of routes) Object.assign(lists, await get(route));
      } catch (error) {
        return notify(error.message);
      }
      layers.set(matching(lists.layers));
      queue.set(matching(lists.mutations));
      watchers.set(matching(lists.watchers));
      byId("block").textContent = lists.block ?? "";
      byId("block").hidden = !lists.block;
    }

    const views = {
      timeline: { grids: [timeline], hint: "Search the timeline", read: renderTimeline },
      cache: { grids: [objects], hint: "Search keys", read: readObjects, pause: 1500 },
      pending: { grids: [layers, queue], hint: "Search layers and mutations", pause: 500, async read() {
        await readLists(...(store.session.cache ? ["layers"] : []), ...(store.session.queue ? ["queue"] : []));
        showCount("pending", count(layers.items.length, "layer") + ", " + count(queue.items.length, "mutation"));
      } },
      watchers: { grids: [watchers], hint: "Search watchers", pause: 500, async read() {
        await readLists("watchers");
        showCount("watchers", count(watchers.items.length, "watcher"));
      } },
    };

    function showCount(name, text) {
      views[name].count = text;
      if (state.view === name) byId("count").textContent = text;
    }

    /** Reads the rows in sight if anything has changed since, with a pause so that a busy app is not slowed down. */
    function render() {
      const { view: name } = state;
      const view = views[name];
      if (store.session && view.seen !== store.version && !view.timer) {
        const read = async () => {
          view.seen = store.version;
          await view.read();
          Object.assign(view, { timer: undefined, last: performance.now() });
          selectRow();
          if (view.seen !== store.version) scheduleRendering();
        };
        if (view.pause) view.timer = setTimeout(read, Math.max(0, (view.last ?? -view.pause) + view.pause - performance.now()));
        else read();
      }
      renderDetails();
    }

    /** Selects the row of the path. Without one, the last selected row stays, so that arrows go on from there. */
    function selectRow() {
      if (state.path.length === 1) return;
      const path = state.path.join("/");
      for (const grid of views[state.view].grids) grid.choose(grid.items.findIndex((item) => grid.path(item).join("/") === path));
    }

    // MARK: Details

    /** What the details show, and the version of it. */
    let shown = {};

    /** The version of what is selected, and how to get all of it; undefined if there is no such thing, null if that is not known yet. */
    function selection() {
      const [view, kind, id] = state.path;
      if (view === "cache") return { version: store.version, read: () => get("object", { key: kind }), make: objectDetails, same: withoutAges };
      if (view === "timeline") {
        const entry = store.entries.get(`${kind}/${id}`);
        if (!entry) return undefined;
        const { record } = entry;
        const updates = recordsOf("update", (update) => update.write === record.id || record.writes?.includes(update.write)).length;
        const read = kind === "operation" || kind === "write" ? () => get(kind, { id }) : () => undefined;
        return { version: `${entry.version} ${updates}`, read, make: (whole, problem) => recordDetails[kind](entry.record, whole, problem) };
      }
      const [items, make] = view === "watchers" ? [lists.watchers, watcherDetails]
        : kind === "layer" ? [lists.layers, layerDetails] : [lists.mutations, mutationDetails];
      if (!items) return null;
      const item = items.find((one) => String(one.id) === state.path.at(-1));
      return item && { version: JSON.stringify(item), read: () => item, make };
    }

    /** Shows what is selected. Details that change are read at most once a second. */
    async function renderDetails() {
      const path = state.path.join("/");
      const isSame = shown.path === path;
      if (state.path.length === 1) {
        shown = { path };
        return byId("details").replaceChildren();
      }
      const selected = store.session ? selection() : null;
      if (selected === null && !isSame) byId("details").replaceChildren();
      if (selected === null) return;
      if (isSame && (shown.isReading || shown.version === selected?.version)) return;
      if (isSame && shown.until > performance.now()) return setTimeout(scheduleRendering, 200);
      if (!isSame) expansions.clear();
      const mine = (shown = { path, version: selected?.version, data: isSame ? shown.data : undefined, isReading: true,
        until: selected ? performance.now() + 1000 : 0 });
      if (!isSame) setTimeout(() => mine === shown && mine.isReading && byId("details").replaceChildren(empty("Reading…", "")), 150);
      let data, problem;
      try {
        data = await selected?.read();
      } catch (error) {
        problem = error.message;
      }
      if (shown !== mine) return;
      mine.isReading = false;
      const text = JSON.stringify([data && selected.same ? selected.same(data) : data, problem, state.view === "timeline" && mine.version]);
      if (mine.data !== text) showDetails(selected && (data || state.path[0] === "timeline") ? selected.make(data, problem)
        : { name: "Not available", tabs: [["", () => empty("It is gone", problem ?? "It has ended, or newer records have taken its place.")]] }, state.path);
      mine.data = text;
      if (!isSame) byId("details").scrollTop = 0;
    }

    function showDetails(details, path) {
      const kind = path.slice(0, 2).join("/");
      const { activeElement } = document;
      const hadFocus = activeElement !== byId("details") && byId("details").contains(activeElement);
      const chosen = Math.min(state.tab[kind] ?? 0, details.tabs.length - 1);
      const body = h("div", details.tabs.length > 1 ? { role: "tabpanel", "aria-label": details.tabs[chosen][0] } : {}, details.tabs[chosen][1]());
      const tabs = h("div", { role: "tablist", "aria-label": "Parts" }, details.tabs.map(([name], index) => h("button", {
        type: "button", role: "tab", "aria-selected": String(index === chosen), tabindex: index === chosen ? 0 : -1, "data-label": name,
        onclick() {
          state.tab[kind] = index;
          showDetails(details, path);
        },
      }, name)));
      byId("details").replaceChildren(h("div.title", {},
        h("div.line", {}, h("button.back", { type: "button", onclick: closeDetails }, "← Back"), details.badge ?? "", h("h2", {}, details.name),
          h("button.close.icon", { type: "button", "aria-label": "Close details", title: "Close (Esc)", onclick: closeDetails }, "×")),
        h("p.meta", {}, details.meta ?? ""), details.tabs.length > 1 ? tabs : ""), body);
      if (!hadFocus) return;
      const item = activeElement.path && [...body.querySelectorAll("[role=treeitem]")].find((one) => one.path === activeElement.path);
      (item || byId("details").querySelector("[role=tab][aria-selected=true]") || byId("details")).focus({ preventScroll: true });
    }

    const focusGrid = () => views[state.view].grids.find((grid) => grid.host.clientHeight)?.host.focus();

    function closeDetails() {
      go([state.view], false);
      focusGrid();
    }

    // MARK: Navigation

    let writing;

    /** Goes to a path. A path that replaces another is no step of the browser's history. */
    function go(path, replaces) {
      const address = "#" + path.map(encodeURIComponent).join("/");
      clearTimeout(writing);
      // Browsers refuse to change the address as fast as an arrow key repeats.
      if (replaces) writing = setTimeout(() => history.replaceState(null, "", address), 250);
      else if (address !== location.hash) history.pushState(null, "", address);
      navigate(path);
    }

    function addressed() {
      try {
        return location.hash.slice(1).split("/").map(decodeURIComponent);
      } catch {
        return [];
      }
    }

    function navigate(path) {
      state.path = path[0] in views ? path : ["timeline"];
      state.view = state.path[0];
      for (const tab of byId("tabs").children) {
        const isChosen = tab.dataset.view === state.view;
        tab.setAttribute("aria-selected", isChosen);
        tab.tabIndex = isChosen ? 0 : -1;
        byId(tab.getAttribute("aria-controls")).hidden = !isChosen;
      }
      const view = views[state.view];
      document.body.classList.toggle("open", state.path.length > 1);
      byId("filters").hidden = state.view !== "timeline";
      byId("clear").hidden = state.view !== "timeline" || store.session?.mode === "file";
      byId("count").textContent = view.count ?? "";
      byId("search").placeholder = view.hint;
      byId("search").setAttribute("aria-label", view.hint);
      if (byId("search").value !== state.search[state.view]) byId("search").value = state.search[state.view];
      selectRow();
      scheduleRendering();
    }

    addEventListener("popstate", () => navigate(addressed()));

    // MARK: Controls

    for (const tab of byId("tabs").children) {
      tab.dataset.label = tab.textContent;
      tab.addEventListener("click", () => go([tab.dataset.view], false));
    }

    // Arrows move between the tabs of any list of tabs.
    addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const tabs = step && event.target.role === "tab" && [...event.target.parentElement.children].filter((tab) => !tab.hidden);
      if (!tabs) return;
      const next = tabs[(tabs.indexOf(event.target) + step + tabs.length) % tabs.length];
      next.focus();
      next.click();
      event.preventDefault();
    });

    let typing;
    byId("search").addEventListener("input", (event) => {
      state.search[state.view] = event.target.value.trim();
      clearTimeout(typing);
      typing = setTimeout(() => {
        if (state.view === "cache") Object.assign(cache, { page: 0, starts: [undefined] });
        Object.assign(views[state.view], { seen: undefined, last: undefined });
        scheduleRendering();
      }, 150);
    });

    byId("filters").addEventListener("click", (event) => {
      const button = event.target.closest("button");
      button.ariaPressed = String(button.ariaPressed !== "true");
      renderTimeline();
    });

    byId("clear").addEventListener("click", () => {
      clearRecords();
      closeDetails();
    });

    byId("newest").addEventListener("click", () => {
      timeline.follows = true;
      renderTimeline();
      byId("newest").hidden = true;
      timeline.host.focus();
    });

    byId("help-button").addEventListener("click", () => byId("help").showModal());
    byId("help-close").addEventListener("click", () => byId("help").close());

    function escape() {
      if (byId("save").open) byId("save").open = false;
      else if (document.activeElement === byId("search") && byId("search").value) {
        byId("search").value = "";
        byId("search").dispatchEvent(new Event("input"));
      } else if (byId("details").contains(document.activeElement) && !narrow.matches) focusGrid();
      else if (state.path.length > 1) closeDetails();
      else focusGrid();
    }

    addEventListener("keydown", (event) => {
      if (byId("help").open || event.metaKey || event.ctrlKey || event.altKey) return;
      if (event.key === "Escape") escape();
      else if (event.target === byId("search")) {
        if (event.key !== "ArrowDown" && event.key !== "Enter") return;
        focusGrid();
      } else if (event.key === "/") byId("search").select();
      else if (event.key === "?") byId("help").showModal();
      else if (event.key >= "1" && event.key <= "4") {
        const tab = byId("tabs").children[event.key - 1];
        if (tab.hidden) return;
        tab.click();
        focusGrid();
      } else return;
      event.preventDefault();
    });

    navigate(addressed());
    connect();
    """#
}
