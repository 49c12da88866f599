import Combine
import Foundation

/// Where a view is drawn as text: a test gives it the view, and looks at the lines.
///
/// A view whose object changes is made again in the next turn of the main actor, with what is in it, and no other.
@MainActor public final class Screen {
  private var root: Node?
  private var dirty: [Node] = []
  private var isScheduled = false
  /// What the buttons that are shown do, by their title.
  public internal(set) var buttons: [String: @MainActor () -> Void] = [:]
  /// How often the bodies of the views of a type were made.
  public internal(set) var bodies: [String: Int] = [:]
  /// What appeared in the drawing that goes on: actions come after it.
  var appeared: [@MainActor () -> Void] = []
  /// The first frame of what is shown.
  public private(set) var firstLines: [String] = []

  public init(_ view: some View) { show(view) }

  /// What is shown.
  public var lines: [String] { root?.lines ?? [] }

  /// Shows a view in the place of the one before: the same one with other values, if it has the same type.
  public func show(_ view: some View) {
    let root = self.root ?? Node(self)
    self.root = root
    root.child("root", view)
    root.settle()
    firstLines = lines
    act()
  }

  /// Takes the view away.
  public func clear() { root = nil }

  func invalidate(_ node: Node) {
    dirty.append(node)
    if isScheduled { return }
    isScheduled = true
    Task { @MainActor in redraw() }
  }

  private func redraw() {
    isScheduled = false
    let nodes = dirty
    dirty = []
    for node in nodes where node.isShown && node.isDirty { node.make() }
    act()
  }

  private func act() {
    while !appeared.isEmpty {
      let actions = appeared
      appeared = []
      for action in actions { action() }
    }
  }
}

/// The place of a view on a screen, and what belongs to it.
@MainActor final class Node {
  unowned let screen: Screen
  private let isRoot: Bool
  private var view: (any View)?
  private var children: [String: Node] = [:]
  /// The children and lines in the order in which they were drawn.
  private var content: [Part] = []
  /// The children that were drawn this time.
  private var visited: Set<String> = []
  private var subscriptions: [ObjectIdentifier: (ObservableObjectPublisher, UUID)] = [:]
  var environment = EnvironmentValues()
  private var inherited = EnvironmentValues()
  var objects: [String: AnyObject] = [:]
  var hasAppeared = false
  private(set) var isDirty = false
  private(set) var isShown = true

  private enum Part {
    case line(String)
    case child(Node)
  }

  init(_ screen: Screen, isRoot: Bool = true) {
    self.screen = screen
    self.isRoot = isRoot
  }

  var lines: [String] {
    content.flatMap { part in
      switch part {
      case .line(let line): [line]
      case .child(let node): node.lines
      }
    }
  }

  func line(_ text: String) { content.append(.line(text)) }

  /// Draws a view within this one: at the place of the same name and type, if there was one.
  func child(_ name: String, _ view: any View) {
    let place = "\(name) \(type(of: view))"
    if isRoot { begin() }
    let node = children[place] ?? Node(screen, isRoot: false)
    children[place] = node
    visited.insert(place)
    content.append(.child(node))
    node.view = view
    node.inherited = environment
    node.make()
  }

  /// Makes the view anew.
  func make() {
    guard let view else { return }
    begin()
    environment = inherited
    isDirty = false
    place(view, "")
    if let drawn = view as? any DrawnView {
      drawn.draw(at: self)
    } else {
      screen.bodies["\(type(of: view))", default: 0] += 1
      child("body", view.body)
    }
    settle()
  }

  private func begin() {
    content = []
    visited = []
  }

  /// Lets those go that were not drawn.
  func settle() {
    for (place, node) in children where !visited.contains(place) {
      node.leave()
      children[place] = nil
    }
  }

  private func leave() {
    isShown = false
    for (publisher, number) in subscriptions.values { publisher.remove(number) }
    for node in children.values { node.leave() }
  }

  /// Gives a view's properties their values, those within a property before it.
  private func place(_ value: Any, _ path: String) {
    for child in Mirror(reflecting: value).children {
      guard let property = child.value as? any DynamicProperty else { continue }
      let path = "\(path).\(child.label ?? "")"
      place(property, path)
      (property as? any PlacedProperty)?.place(at: self, path)
      var copy = property
      copy.update()
    }
  }

  func observe(_ object: some ObservableObject) {
    guard subscriptions[ObjectIdentifier(object)] == nil,
      let publisher = object.objectWillChange as? ObservableObjectPublisher
    else { return }
    let number = publisher.add { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        self.isDirty = true
        self.screen.invalidate(self)
      }
    }
    subscriptions[ObjectIdentifier(object)] = (publisher, number)
  }
}
