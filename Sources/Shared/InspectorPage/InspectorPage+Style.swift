extension InspectorPage {
  /// The page's style, of the same family as the website's.
  static let style = #"""
    :root {
      color-scheme: light dark;
      --ground: #ffffff; --text: #1f2328; --quiet: #57606a; --edge: #d0d7de; --faint: #eaeef2; --code: #f6f8fa;
      --link: #0a58ca; --chosen: #e3eefc; --hover: #f3f5f8;
      --keyword: #a626a4; --type: #0b6e99; --string: #b3470b; --good: #17702f; --bad: #b3261e; --warning: #8a5a00;
      --mono: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
      --row: 32px; --head: 30px; --side: 16px;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #0d1117; --text: #e6edf3; --quiet: #9198a1; --edge: #30363d; --faint: #21262d; --code: #161b22;
        --link: #6cb0ff; --chosen: #17304f; --hover: #151b23;
        --keyword: #ff7ab2; --type: #7fd1e8; --string: #ff9d6b; --good: #5fd38d; --bad: #ff7b78; --warning: #e3b341;
      }
    }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    html, body { height: 100%; }
    body {
      margin: 0; display: flex; flex-direction: column; background: var(--ground); color: var(--text);
      font: 14px/1.45 system-ui, "Helvetica Neue", Arial, sans-serif; overflow: hidden;
    }
    h1, h2, h3, p, dl, dd, ul, ol { margin: 0; padding: 0; }
    ul, ol { list-style: none; }
    code, pre, .mono { font-family: var(--mono); font-size: 12.5px; }
    a { color: var(--link); text-underline-offset: 2px; }
    a:not(:hover) { text-decoration-color: color-mix(in srgb, var(--link) 40%, transparent); }
    small { font-size: 12px; color: var(--quiet); }
    :focus-visible { outline: 2px solid var(--link); outline-offset: -2px; }
    button, summary, input {
      font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--edge); border-radius: 6px;
      padding: 3px 10px; min-height: 30px;
    }
    button, summary { cursor: pointer; }
    button:hover:not(:disabled), summary:hover { background: var(--hover); }
    button:disabled { color: var(--quiet); opacity: .6; cursor: default; }

    /* The bar, and the tools below it. */
    .bar { display: flex; align-items: center; gap: 16px; padding: 8px var(--side); border-bottom: 1px solid var(--edge); }
    h1 { font-size: 15px; font-weight: 650; white-space: nowrap; }
    [role=tablist] { display: flex; gap: 2px; }
    [role=tab] { border-color: transparent; color: var(--quiet); white-space: nowrap; }
    [role=tab][aria-selected=true] { background: var(--chosen); color: var(--text); font-weight: 600; }
    /* As wide when it is chosen, so that its neighbours do not move. */
    [role=tab]::after { content: attr(data-label); display: block; height: 0; overflow: hidden; visibility: hidden; font-weight: 600; }
    #source { flex: 1; min-width: 0; color: var(--quiet); text-align: right; }
    #source { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    #connection { display: flex; align-items: center; gap: 6px; white-space: nowrap; }
    #connection::before { content: ""; width: 8px; height: 8px; border-radius: 50%; background: var(--warning); }
    #connection[data-state=live]::before { background: var(--good); }
    #connection[data-state=file]::before { background: var(--type); }
    #connection[data-state=ended]::before { background: var(--quiet); }
    .icon { width: 30px; padding: 0; }
    .menu { position: relative; }
    .menu summary { list-style: none; display: flex; align-items: center; }
    .menu summary::-webkit-details-marker { display: none; }
    .menu ul {
      position: absolute; z-index: 5; right: 0; top: 36px; width: 260px; padding: 4px; background: var(--ground);
      border: 1px solid var(--edge); border-radius: 8px; box-shadow: 0 8px 24px rgb(0 0 0 / .2);
    }
    .menu a { display: block; padding: 8px; border-radius: 5px; color: var(--text); text-decoration: none; }
    .menu a:hover { background: var(--hover); }
    .menu small { display: block; }
    .tools {
      display: flex; align-items: center; flex-wrap: wrap; gap: 8px; padding: 8px var(--side);
      border-bottom: 1px solid var(--edge);
    }
    #search { flex: 1 1 200px; max-width: 420px; min-width: 0; }
    #filters { display: flex; }
    #filters button { border-radius: 0; margin-left: -1px; color: var(--quiet); }
    #filters button:first-child { border-radius: 6px 0 0 6px; margin-left: 0; }
    #filters button:last-child { border-radius: 0 6px 6px 0; }
    #filters [aria-pressed=true] { color: var(--text); background: var(--chosen); }
    #filters button:focus-visible { z-index: 1; }
    #count { margin-left: auto; color: var(--quiet); font-variant-numeric: tabular-nums; white-space: nowrap; }
    #notice { padding: 8px var(--side); background: var(--code); border-bottom: 1px solid var(--edge); color: var(--warning); }

    /* Lists to the left, details to the right. */
    main { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(0, 1fr); }
    .open main { grid-template-columns: minmax(0, 11fr) minmax(0, 9fr); }
    body:not(.open) #details { display: none; }
    .lists, .lists section { min-width: 0; min-height: 0; height: 100%; }
    .lists { container-type: inline-size; }
    .lists section { display: flex; flex-direction: column; position: relative; }
    #details { min-width: 0; overflow: auto; border-left: 1px solid var(--edge); }
    #details:focus-visible { outline-offset: -2px; }

    .grid { flex: 1; min-height: 0; overflow-y: auto; overflow-x: hidden; position: relative; overflow-anchor: none; }
    .grid .head, .grid .row {
      display: grid; grid-template-columns: var(--columns); column-gap: 12px; align-items: center; padding: 0 var(--side);
    }
    .grid .head {
      position: sticky; top: 0; z-index: 2; height: var(--head); background: var(--code); color: var(--quiet);
      border-bottom: 1px solid var(--edge); font-size: 12px; white-space: nowrap;
    }
    .grid .rows { position: relative; }
    .grid .row {
      position: absolute; left: 0; right: 0; height: var(--row); border-bottom: 1px solid var(--faint); cursor: default;
      white-space: nowrap;
    }
    .grid .row:hover { background: var(--hover); }
    .grid .row[aria-selected=true] { background: var(--chosen); }
    .grid:focus-visible .row[aria-selected=true] { box-shadow: inset 3px 0 var(--link); }
    .grid .row > *, .grid .head > * { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
    .number { text-align: right; font-variant-numeric: tabular-nums; }
    .time, .quiet { color: var(--quiet); }
    .time { font-size: 13px; font-variant-numeric: tabular-nums; }
    .bad { color: var(--bad); } .good { color: var(--good); } .warning { color: var(--warning); }
    .empty { padding: 48px 24px; color: var(--quiet); text-align: center; max-width: 46ch; margin: 0 auto; text-wrap: balance; }
    .empty strong { display: block; color: var(--text); font-weight: 600; margin-bottom: 4px; }
    #grid-timeline { --columns: 100px minmax(0, 1fr) 84px 76px 68px; }
    #grid-timeline .what { display: flex; align-items: center; gap: 8px; }
    #grid-timeline .what > span:not(.badge) { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
    #grid-timeline .name { flex: none; max-width: 70%; font-weight: 600; }
    #grid-timeline .spanning { grid-column: 2 / -1; color: var(--quiet); }
    #grid-timeline .spanning code { color: var(--text); }
    .badge {
      --hue: var(--quiet); flex: none; width: 20px; height: 20px; border-radius: 5px; font-size: 11px; font-weight: 700; line-height: 20px;
      text-align: center; color: var(--hue); background: color-mix(in srgb, var(--hue) 15%, transparent);
    }
    .badge.query { --hue: var(--type); } .badge.mutation { --hue: var(--keyword); } .badge.subscription { --hue: var(--string); }
    .badge.update { --hue: var(--good); } .badge.lost { --hue: var(--bad); }
    #grid-cache { --columns: minmax(0, 1fr) 52px 68px 60px 80px 64px minmax(0, 200px); }
    @container (max-width: 760px) {
      #grid-cache { --columns: minmax(0, 1fr) 52px 80px 64px minmax(0, 120px); }
      #grid-cache .extra { display: none; }
    }
    #grid-watchers { --columns: minmax(0, 2fr) 60px 64px minmax(0, 3fr); }
    #grid-layers { --columns: 32px minmax(0, 1fr) minmax(0, 2fr) 80px; }
    #grid-queue { --columns: 32px minmax(0, 1fr) 80px 68px 128px; }
    #panel-pending > div { display: flex; flex-direction: column; min-height: 120px; }
    #queue-part { flex: 1; }
    #panel-pending h2 { padding: 14px var(--side) 8px; font-size: 14px; }
    #panel-pending .empty { padding-block: 20px; }
    #block { padding: 0 var(--side) 8px; color: var(--warning); }
    #newest {
      position: absolute; bottom: 14px; left: 50%; transform: translateX(-50%); border-radius: 15px; color: var(--ground);
      background: var(--link); border-color: transparent; box-shadow: 0 2px 8px rgb(0 0 0 / .25);
    }
    .pager {
      display: flex; align-items: center; justify-content: space-between; gap: 8px; padding: 8px var(--side);
      border-top: 1px solid var(--edge);
    }
    #range { color: var(--quiet); text-align: center; font-variant-numeric: tabular-nums; }

    /* The details. */
    .title { position: sticky; top: 0; z-index: 2; padding: 12px var(--side) 0; background: var(--ground); border-bottom: 1px solid var(--edge); }
    .title .line { display: flex; align-items: center; gap: 8px; }
    .title h2 { flex: 1; min-width: 0; font-size: 16px; overflow-wrap: anywhere; }
    .title .meta { padding: 4px 0 10px; color: var(--quiet); }
    .title [role=tablist] { overflow-x: auto; scrollbar-width: none; margin: 0 -8px; }
    .title [role=tab] { border: 0; border-radius: 0; background: none; padding: 4px 8px 8px; border-bottom: 2px solid transparent; }
    .title [role=tab][aria-selected=true] { border-bottom-color: var(--link); }
    .part { padding: 14px var(--side); }
    .part + .part { border-top: 1px solid var(--faint); }
    .part h3 { display: flex; align-items: center; gap: 8px; margin-bottom: 8px; font-size: 13px; font-weight: 600; }
    .part h3 button { margin-left: auto; font-weight: 400; }
    .facts { display: grid; grid-template-columns: minmax(90px, auto) minmax(0, 1fr); gap: 5px 16px; }
    .facts dt { color: var(--quiet); }
    .facts dd, .items li { overflow-wrap: anywhere; }
    .headers { font-family: var(--mono); font-size: 12.5px; }
    .redacted { color: var(--quiet); font-style: italic; }
    .items li { padding: 4px 0; }
    .items li + li { border-top: 1px solid var(--faint); }
    pre { margin: 0; padding: 12px; background: var(--code); border: 1px solid var(--edge); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
    .attempt + .attempt { margin-top: 20px; padding-top: 20px; border-top: 1px solid var(--faint); }
    .attempt h4 { margin: 14px 0 4px; font-size: 12px; font-weight: 600; color: var(--quiet); }
    .attempt > p { overflow-wrap: anywhere; }

    /* Phases: a bar for each, where it began in the whole time. */
    .phases { display: grid; grid-template-columns: minmax(80px, auto) minmax(0, 1fr) auto; gap: 4px 12px; align-items: center; }
    .phases .group { grid-column: 1 / -1; color: var(--quiet); font-size: 12px; padding-top: 4px; }
    .phases .track { position: relative; height: 12px; border-radius: 3px; background: var(--code); overflow: hidden; }
    .phases .length { position: absolute; top: 0; bottom: 0; min-width: 2px; border-radius: 3px; background: var(--quiet); }
    .length.waiting { background: var(--link); } .length.receiving { background: var(--good); }
    .length.decoding { background: var(--string); } .length.storing { background: var(--keyword); }

    /* Trees of JSON and of cached values. */
    [role=tree], [role=group].nodes { font-family: var(--mono); font-size: 12.5px; }
    .nodes .nodes { margin-left: 18px; }
    .node { display: block; position: relative; padding: 1px 4px 1px 18px; border-radius: 4px; overflow-wrap: anywhere; white-space: pre-wrap; }
    .node:hover { background: var(--hover); }
    [role=treeitem] { outline: none; }
    [role=treeitem]:focus-visible > .node { outline: 2px solid var(--link); outline-offset: -1px; }
    [aria-expanded] > .node { cursor: pointer; }
    [aria-expanded] > .node::before { content: "▸"; position: absolute; left: 4px; color: var(--quiet); }
    [aria-expanded=true] > .node::before { content: "▾"; }
    .label { color: var(--keyword); } .v-string { color: var(--string); } .v-number, .v-boolean { color: var(--type); }
    .v-null, .v-count, .v-age { color: var(--quiet); }
    .v-age { float: right; margin-left: 12px; font-family: system-ui, sans-serif; font-size: 12px; }

    dialog { max-width: min(520px, calc(100vw - 32px)); padding: 20px; color: inherit; background: var(--ground); border: 1px solid var(--edge); border-radius: 10px; }
    dialog::backdrop { background: rgb(0 0 0 / .4); }
    dialog h2 { font-size: 16px; margin-bottom: 12px; }
    dialog dl > div { display: grid; grid-template-columns: 160px 1fr; gap: 12px; padding: 5px 0; }
    dialog button { margin-top: 16px; }
    kbd { white-space: nowrap; padding: 1px 5px; border: 1px solid var(--edge); border-radius: 4px; background: var(--code); font: 12px var(--mono); }
    .back { display: none; }

    /* Narrow: a list or the details, and rows of two lines. */
    @media (max-width: 820px) {
      :root { --row: 54px; --head: 0px; --side: 12px; }
      .open main { grid-template-columns: minmax(0, 1fr); }
      .open .lists, .open .tools { display: none; }
      #details { border-left: 0; }
      .bar { flex-wrap: wrap; gap: 8px 10px; }
      #source { visibility: hidden; }
      #tabs { order: 1; width: 100%; }
      #tabs [role=tab] { flex: 1; padding-inline: 4px; }
      #search { flex-basis: 100%; max-width: none; font-size: 16px; }
      #filters { flex: 1; }
      #filters button { flex: 1; padding-inline: 4px; font-size: 13px; }
      #count { display: none; }
      .back { display: inline-block; }
      .close { display: none; }
      .grid .head { display: none; }
      .grid .row { grid-template-columns: var(--narrow); gap: 0; align-content: center; }
      .grid .row > .first { grid-column: 1 / -1; }
      .grid .row > .second { font-size: 12px; color: var(--quiet); text-align: left; }
      .grid .row > .no { display: none; }
      #grid-cache { --narrow: auto auto auto minmax(0, 1fr); }
      #grid-watchers { --narrow: auto auto minmax(0, 1fr); }
      #grid-layers { --narrow: minmax(0, auto) minmax(max-content, 1fr); }
      #grid-queue { --narrow: auto auto minmax(0, 1fr); }
      .second[data-unit]::after { content: " " attr(data-unit); }
      .second:not(.extra) + .second:not(:empty)::before { content: "·"; padding: 0 5px; }
      #grid-timeline .row { column-gap: 8px; grid-template: "what duration" "time state" / minmax(0, 1fr) auto; }
      #grid-timeline .what { grid-area: what; } #grid-timeline .time { grid-area: time; padding-left: 28px; font-size: 12px; }
      #grid-timeline .duration { grid-area: duration; } #grid-timeline .state { grid-area: state; font-size: 12px; text-align: right; }
      #grid-timeline .source { display: none; }
      #grid-timeline .spanning { grid-column: 1 / -1; }
      dialog dl > div { grid-template-columns: 120px 1fr; }
    }
    """#
}
