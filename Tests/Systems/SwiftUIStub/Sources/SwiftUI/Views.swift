// Apple's SwiftUI, as far as the wrappers use it, and so that it works: views, which are drawn as lines of text.
@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

/// A view that is drawn without a body.
@MainActor protocol DrawnView {
  func draw(at node: Node)
}

extension Never: View {
  public var body: Never { preconditionFailure("nothing has a body here") }
}

extension View where Body == Never {
  public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

struct SceneWithValue<Content: Scene, Value>: Scene {
  let content: Content
  let keyPath: WritableKeyPath<EnvironmentValues, Value>
  let value: Value
  var body: Content { content }
}

extension Scene {
  public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some Scene {
    SceneWithValue(content: self, keyPath: keyPath, value: value)
  }
}

@resultBuilder public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> Group {
    var parts: [any View] = []
    repeat parts.append(each content)
    return Group(parts: parts)
  }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View>(first: First) -> Group { Group(parts: [first]) }
  public static func buildEither<Second: View>(second: Second) -> Group {
    Group(parts: [EmptyView(), second])
  }
}

public struct EmptyView: View, DrawnView {
  nonisolated public init() {}
  func draw(at node: Node) {}
}

extension Optional: View, DrawnView where Wrapped: View {
  func draw(at node: Node) {
    if let self { node.child("some", self) }
  }
}

/// Views one after the other.
public struct Group: View, DrawnView {
  private nonisolated(unsafe) let parts: [any View]
  nonisolated init(parts: [any View]) { self.parts = parts }
  func draw(at node: Node) {
    for (number, part) in parts.enumerated() { node.child("\(number)", part) }
  }
}

public struct VStack<Content: View>: View, DrawnView {
  private let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  func draw(at node: Node) { node.child("stack", content) }
}

public struct Text: View, DrawnView {
  private let content: String
  nonisolated public init<S: StringProtocol>(_ content: S) { self.content = String(content) }
  func draw(at node: Node) { node.line(content) }
}

public struct ProgressView: View, DrawnView {
  nonisolated public init() {}
  func draw(at node: Node) { node.line("…") }
}

public struct Button: View, DrawnView {
  private let title: String
  private let action: @MainActor () -> Void
  nonisolated public init(_ title: String, action: @escaping @MainActor () -> Void) {
    self.title = title
    self.action = action
  }
  func draw(at node: Node) {
    node.line("[\(title)]")
    node.screen.buttons[title] = action
  }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View, DrawnView {
  private let data: Data
  private let id: KeyPath<Data.Element, ID>
  private let content: (Data.Element) -> Content
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    (self.data, self.id, self.content) = (data, id, content)
  }
  func draw(at node: Node) {
    for element in data { node.child("\(element[keyPath: id])", content(element)) }
  }
}

struct ViewWithValue<Content: View, Value>: View, DrawnView {
  let content: Content
  let keyPath: WritableKeyPath<EnvironmentValues, Value>
  let value: Value
  func draw(at node: Node) {
    node.environment[keyPath: keyPath] = value
    node.child("environment", content)
  }
}

struct AppearingView<Content: View>: View, DrawnView {
  let content: Content
  let action: (@MainActor () -> Void)?
  func draw(at node: Node) {
    node.child("content", content)
    if !node.hasAppeared, let action { node.screen.appeared.append(action) }
    node.hasAppeared = true
  }
}

extension View {
  public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
    ViewWithValue(content: self, keyPath: keyPath, value: value)
  }
  public func onAppear(perform action: (@MainActor () -> Void)? = nil) -> some View {
    AppearingView(content: self, action: action)
  }
}
