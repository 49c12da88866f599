extension InspectorPage {
  /// Lists of many rows, and trees.
  static let scriptGrid = #"""
    /**
     * Rows of equal height, of which only those in sight are in the document.
     *
     * `cells(item)` returns the cells of a row. A row is made again when `version(item)` changes.
     */
    class Grid {
      constructor(host, options) {
        Object.assign(this, { id: (item) => item.id, version: JSON.stringify, items: [], made: new Map(), follows: false }, options);
        this.prefix = host.id;
        this.host = host;
        this.rows = h("div.rows", { role: "rowgroup" });
        const heads = this.columns.map(([title, style]) => h(`span${style ? "." + style : ""}`, { role: "columnheader" }, title));
        host.classList.add("grid");
        host.tabIndex = 0;
        host.setAttribute("role", "grid");
        host.setAttribute("aria-label", this.label);
        host.append(h("div.head", { role: "row", "aria-rowindex": 1 }, heads), this.rows);
        host.addEventListener("scroll", () => this.scrolled(), { passive: true });
        host.addEventListener("keydown", (event) => this.pressed(event));
        host.addEventListener("click", (event) => this.clicked(event));
        // A list that was hidden, and rows that became higher in a narrow window.
        new ResizeObserver(() => requestAnimationFrame(() => this.set(this.items))).observe(host);
      }

      measure() {
        const style = getComputedStyle(document.documentElement);
        this.height = parseFloat(style.getPropertyValue("--row"));
        this.head = parseFloat(style.getPropertyValue("--head"));
      }

      /** Replaces the items. The first row in sight stays where it is, unless the newest are followed. */
      set(items) {
        const { height } = this;
        const top = Math.floor(this.host.scrollTop / height) || 0;
        const anchor = this.items[top] && this.id(this.items[top]);
        this.measure();
        this.items = items;
        this.rows.style.height = `${items.length * this.height}px`;
        this.host.setAttribute("aria-rowcount", items.length + 1);
        const isMoved = height !== this.height || (items[top] && this.id(items[top]) !== anchor);
        const index = isMoved && top > 0 ? items.findIndex((item) => this.id(item) === anchor) : -1;
        if (this.follows) this.host.scrollTop = this.host.scrollHeight;
        else if (index >= 0) this.host.scrollTop = index * this.height + (this.host.scrollTop - top * height);
        this.render();
      }

      scrolled() {
        this.onScroll?.(this.host.scrollHeight - this.host.scrollTop - this.host.clientHeight < this.height);
        this.render();
      }

      render() {
        if (!this.host.clientHeight || !this.height) return;
        const first = Math.max(0, Math.floor(this.host.scrollTop / this.height) - 8);
        const last = Math.min(this.items.length, first + Math.ceil(this.host.clientHeight / this.height) + 16);
        const kept = new Map();
        let before = null;
        for (let index = last - 1; index >= first; index -= 1) {
          const item = this.items[index];
          const id = this.id(item);
          const version = this.version(item);
          let row = this.made.get(id);
          if (row?.version !== version) {
            row?.element.remove();
            row = { version, element: h("div.row", { role: "row" }, this.cells(item)) };
          }
          row.element.style.top = `${index * this.height}px`;
          row.element.setAttribute("aria-rowindex", index + 2);
          row.element.setAttribute("aria-selected", id === this.selected);
          row.element.dataset.index = index;
          row.element.id = `${this.prefix}-${index}`;
          // Screen readers read rows in the order of the document.
          if (row.element.parentNode !== this.rows || row.element.nextSibling !== before) this.rows.insertBefore(row.element, before);
          before = row.element;
          kept.set(id, row);
        }
        for (const [id, row] of this.made) if (kept.get(id) !== row) row.element.remove();
        this.made = kept;
        const active = kept.get(this.selected);
        if (active) this.host.setAttribute("aria-activedescendant", active.element.id);
        else this.host.removeAttribute("aria-activedescendant");
        this.showEmpty();
      }

      showEmpty() {
        const lines = this.items.length ? undefined : this.empty();
        if (String(lines) === String(this.emptyLines)) return;
        this.emptyLines = lines;
        this.emptyElement?.remove();
        if (!lines) return;
        this.emptyElement = h("p.empty", {}, h("strong", {}, lines[0]), lines[1]);
        this.host.append(this.emptyElement);
      }

      /** Moves to a row: what is selected is shown beside the list if there is room. */
      move(index) {
        if (!this.items.length) return;
        const bounded = Math.max(0, Math.min(this.items.length - 1, index));
        this.choose(bounded);
        if (!narrow.matches) go(this.path(this.items[bounded]), true);
      }

      /** Selects a row and shows it. The newest rows are followed only from the last one, so that the selected one stays in sight. */
      choose(index) {
        const item = this.items[index];
        const id = item && this.id(item);
        if (this.selected === id) return;
        this.selected = id;
        if (!item) return this.render();
        if (this.onScroll) this.follows = index === this.items.length - 1;
        const top = index * this.height;
        const room = this.host.clientHeight - this.head;
        if (top < this.host.scrollTop) this.host.scrollTop = top;
        else if (top + this.height > this.host.scrollTop + room) this.host.scrollTop = top + this.height - room;
        this.render();
      }

      pressed(event) {
        if (event.target !== this.host || event.metaKey || event.ctrlKey || event.altKey) return;
        const selected = this.items.findIndex((item) => this.id(item) === this.selected);
        const start = this.follows ? this.items.length : Math.ceil(this.host.scrollTop / this.height) - 1;
        const current = selected < 0 ? start : selected;
        const page = Math.max(1, Math.floor(this.host.clientHeight / this.height) - 2);
        const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
        if (event.key in steps) this.move(current + steps[event.key]);
        else if (event.key === "Enter" && selected >= 0) {
          go(this.path(this.items[selected]), false);
          byId("details").focus();
        } else return;
        event.preventDefault();
      }

      clicked(event) {
        const row = event.target.closest(".row");
        if (!row || event.target.closest("a")) return;
        go(this.path(this.items[Number(row.dataset.index)]), false);
        if (narrow.matches) byId("details").focus();
      }
    }

    // MARK: Trees

    /** How many members of a list or object are shown at a time, and how many without a click. */
    const chunk = 100;
    const few = 20;
    const longest = 2000;
    /** The items that the user has expanded (true) and collapsed, so that newer details look the same. */
    const expansions = new Map();

    /** A value of JSON as a node: a label, a text, and children if it has any. */
    function jsonNode(label, value) {
      if (Array.isArray(value)) {
        return { label, count: count(value.length, "item"), children: value.map((item, index) => () => jsonNode(index, item)) };
      }
      if (value !== null && typeof value === "object") {
        const members = Object.entries(value);
        const type = typeof value.__typename === "string" ? value.__typename + " · " : "";
        return { label, count: type + count(members.length, "field"), children: members.map(([name, item]) => () => jsonNode(name, item)) };
      }
      const text = JSON.stringify(value);
      const rest = text.length > longest ? ` … ${text.length.toLocaleString("en")} characters; Copy has all of them` : "";
      return { label, text: text.slice(0, longest), rest, style: value === null ? "null" : typeof value };
    }

    const jsonTree = (label, members, depth = 2) => (Object.keys(members ?? {}).length === 0 ? h("p.quiet", {}, "None")
      : tree(label, Object.entries(members).map(([name, value]) => jsonNode(name, value)), depth));

    /** A tree in which arrows move, expand and collapse. Nodes are made when their parent is expanded. */
    function tree(label, roots, depth = 1) {
      const list = h("div.nodes", { role: "tree", "aria-label": label }, roots.map((node) => treeItem(node, depth, label)));
      list.firstElementChild?.setAttribute("tabindex", 0);
      list.addEventListener("click", (event) => {
        const item = event.target.closest("[role=treeitem]");
        if (item && !event.target.closest("a, button")) changed(item);
      });
      list.addEventListener("focusin", (event) => {
        const item = event.target.closest("[role=treeitem]");
        for (const other of list.querySelectorAll("[tabindex='0']")) other.tabIndex = -1;
        if (item) item.tabIndex = 0;
      });
      list.addEventListener("keydown", (event) => movedInTree(event, list));
      return list;
    }

    function treeItem(node, depth, parent) {
      const line = h("span.node", {}, node.age && h("span.v-age", {}, node.age),
        node.label !== undefined && [h("span.label", {}, String(node.label)), ": "],
        node.link ?? (node.count ? h("span.v-count", {}, node.count) : h(`span.v-${node.style}`, {}, node.text)),
        node.rest && h("span.v-count", {}, node.rest));
      const item = h("div", { role: "treeitem", tabindex: -1, "aria-expanded": node.children?.length ? "false" : undefined }, line);
      item.node = node;
      item.path = `${parent}/${node.label}`;
      if (expansions.get(item.path) ?? (depth > 0 && node.children?.length <= few)) toggle(item, depth - 1);
      return item;
    }

    /** Expands or collapses by hand. */
    function changed(item) {
      toggle(item);
      expansions.set(item.path, item.getAttribute("aria-expanded") === "true");
    }

    function toggle(item, depth = 0) {
      if (!item.hasAttribute("aria-expanded")) return;
      const isExpanded = item.getAttribute("aria-expanded") === "true";
      item.setAttribute("aria-expanded", !isExpanded);
      if (isExpanded) return item.lastElementChild.remove();
      const group = h("div.nodes", { role: "group" });
      item.append(group);
      const more = (start) => {
        group.append(...item.node.children.slice(start, start + chunk).map((make) => treeItem(make(), depth, item.path)));
        const left = item.node.children.length - start - chunk;
        if (left <= 0) return;
        const button = h("button", { type: "button" }, `Show ${Math.min(chunk, left)} of ${left.toLocaleString("en")} more`);
        button.addEventListener("click", () => {
          button.remove();
          more(start + chunk);
        });
        group.append(button);
      };
      more(0);
    }

    function movedInTree(event, list) {
      const item = event.target.closest("[role=treeitem]");
      if (!item || event.target !== item || event.metaKey || event.ctrlKey || event.altKey) return;
      const items = [...list.querySelectorAll("[role=treeitem]")];
      const index = items.indexOf(item);
      const isExpanded = item.getAttribute("aria-expanded") === "true";
      const parent = item.parentElement.closest("[role=treeitem]");
      const moves = {
        ArrowDown: () => items[index + 1]?.focus(),
        ArrowUp: () => items[index - 1]?.focus(),
        Home: () => items[0].focus(),
        End: () => items.at(-1).focus(),
        ArrowRight: () => (isExpanded ? items[index + 1]?.focus() : changed(item)),
        ArrowLeft: () => (isExpanded ? changed(item) : parent?.focus()),
        Enter: () => item.querySelector(":scope > .node a")?.click() ?? changed(item),
        " ": () => changed(item),
      };
      if (!moves[event.key]) return;
      moves[event.key]();
      event.preventDefault();
    }
    """#
}
