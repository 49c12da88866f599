import ApusSource
import ApusSyntax

/// Consecutive entries of an array of nodes.
package struct NodeList: RandomAccessCollection {
  private let nodes: UnsafePointer<UInt32>
  package let startIndex: Int
  package let endIndex: Int

  init(_ nodes: UnsafePointer<UInt32>, _ startIndex: Int, _ endIndex: Int) {
    self.nodes = nodes
    self.startIndex = startIndex
    self.endIndex = endIndex
  }

  package subscript(index: Int) -> NodeID { NodeID(nodes[index]) }

  package func makeIterator() -> Iterator { Iterator(nodes: nodes, index: startIndex, end: endIndex) }

  package struct Iterator: IteratorProtocol {
    fileprivate let nodes: UnsafePointer<UInt32>
    fileprivate var index: Int
    fileprivate let end: Int

    package mutating func next() -> NodeID? {
      guard index < end else { return nil }
      defer { index = index &+ 1 }
      return NodeID(nodes[index])
    }
  }
}
