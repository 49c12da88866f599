#if canImport(SwiftUI)
  public import Apus
  public import SwiftUI

  /// A mutation that a view sends.
  ///
  /// ```swift
  /// @GraphQLMutate(SaveAlbumMutation.self) private var save
  /// …
  /// Button("Save") { Task { try await save(SaveAlbumMutation(id: id)) } }.disabled(save.isRunning)
  /// if let error = save.error { Text(error.localizedDescription) }
  /// ```
  @MainActor @propertyWrapper
  public struct GraphQLMutate<Mutation: GraphQLMutation>: @preconcurrency DynamicProperty {
    @Environment(\.graphQLClient) private var client
    @StateObject private var model: GraphQLMutationModel<Mutation>

    /// Performs mutations of a type.
    ///
    /// - Parameter mutation: the type of mutation.
    public init(_ mutation: Mutation.Type) {
      _model = StateObject(wrappedValue: GraphQLMutationModel())
    }

    /// Performs the mutation and reports its state.
    public var wrappedValue: GraphQLMutationModel<Mutation> { model }

    public func update() {
      guard let client else { return MissingClientLog.report("@GraphQLMutate(\(Mutation.self).self)") }
      model.use(client)
    }
  }
#endif
