extension InspectorPage {
  /// The content of the page's body.
  static let markup = #"""
    <header class="bar">
      <h1>Apus Inspector</h1>
      <div id="tabs" role="tablist" aria-label="Views">
        <button type="button" role="tab" id="tab-timeline" data-view="timeline" aria-controls="panel-timeline">Timeline</button>
        <button type="button" role="tab" id="tab-cache" data-view="cache" aria-controls="panel-cache">Cache</button>
        <button type="button" role="tab" id="tab-pending" data-view="pending" aria-controls="panel-pending">Pending</button>
        <button type="button" role="tab" id="tab-watchers" data-view="watchers" aria-controls="panel-watchers">Watchers</button>
      </div>
      <p id="source"></p>
      <p id="connection" role="status" data-state="waiting">Connecting…</p>
      <details id="save" class="menu" hidden>
        <summary>Save</summary>
        <ul>
          <li><a href="recording" download>Recording <small>Values are redacted, so that you can share it.</small></a></li>
          <li><a href="recording?values=kept" download>Recording with values <small>It may contain personal data.</small></a></li>
        </ul>
      </details>
      <button type="button" id="help-button" class="icon" aria-label="Keyboard shortcuts" title="Keyboard shortcuts (?)">?</button>
    </header>
    <div class="tools">
      <input type="search" id="search" autocomplete="off" autocapitalize="off" spellcheck="false" aria-keyshortcuts="/">
      <div id="filters" role="group" aria-label="Records to show">
        <button type="button" data-type="operation" aria-pressed="true">Operations</button>
        <button type="button" data-type="write" aria-pressed="true">Writes</button>
        <button type="button" data-type="update" aria-pressed="true">Updates</button>
        <button type="button" data-type="note" aria-pressed="true">Notes</button>
      </div>
      <p id="count" role="status"></p>
      <button type="button" id="clear">Clear</button>
    </div>
    <p id="notice" role="alert" hidden></p>
    <main>
      <div class="lists">
        <section id="panel-timeline" role="tabpanel" aria-labelledby="tab-timeline">
          <div id="grid-timeline"></div>
          <button type="button" id="newest" hidden>↓ Newest</button>
        </section>
        <section id="panel-cache" role="tabpanel" aria-labelledby="tab-cache" hidden>
          <div id="grid-cache"></div>
          <div class="pager">
            <button type="button" id="previous">Previous</button>
            <p id="range" role="status"></p>
            <button type="button" id="next">Next</button>
          </div>
        </section>
        <section id="panel-pending" role="tabpanel" aria-labelledby="tab-pending" hidden>
          <div id="layers-part">
            <h2>Optimistic layers</h2>
            <div id="grid-layers"></div>
          </div>
          <div id="queue-part">
            <h2>Queued mutations</h2>
            <p id="block" hidden></p>
            <div id="grid-queue"></div>
          </div>
        </section>
        <section id="panel-watchers" role="tabpanel" aria-labelledby="tab-watchers" hidden>
          <div id="grid-watchers"></div>
        </section>
      </div>
      <article id="details" aria-label="Details" tabindex="-1"></article>
    </main>
    <dialog id="help" aria-labelledby="help-title">
      <h2 id="help-title">Keyboard shortcuts</h2>
      <dl>
        <div><dt><kbd>/</kbd></dt><dd>Search</dd></div>
        <div><dt><kbd>1</kbd> to <kbd>4</kbd></dt><dd>Switch views</dd></div>
        <div><dt><kbd>↑</kbd> <kbd>↓</kbd> <kbd>PgUp</kbd> <kbd>PgDn</kbd></dt><dd>Move through the rows</dd></div>
        <div><dt><kbd>Home</kbd> <kbd>End</kbd></dt><dd>First and last row; at its end the timeline follows new records</dd></div>
        <div><dt><kbd>Enter</kbd></dt><dd>Move to the details</dd></div>
        <div><dt><kbd>←</kbd> <kbd>→</kbd></dt><dd>Collapse and expand a value, or switch tabs</dd></div>
        <div><dt><kbd>Esc</kbd></dt><dd>Clear the search, leave the details, close them</dd></div>
        <div><dt><kbd>?</kbd></dt><dd>Show this list</dd></div>
      </dl>
      <button type="button" id="help-close" autofocus>Close</button>
    </dialog>
    """#
}
