import Apus
import ApusTesting
import Foundation
import Testing

/// An operation of a golden case, and what can be done with its responses.
struct GoldenOperation: Sendable {
  /// Decodes and encodes by every path, and demands that all agree with the text.
  let checkRoundTrip: @Sendable (_ json: String) throws -> Void
  /// The description of the error that decoding throws; nil when it throws none.
  let failure: @Sendable (_ json: String) -> String?

  /// Makes sample values of the data and, where they can be decoded, of the variables, twice, and demands that they are equal and
  /// survive encoding.
  let checkSample: @Sendable () throws -> Void

  /// Makes samples of every shape of the data and, where they can be decoded, of the variables, and demands that they differ and survive
  /// both coders.
  let checkSamples: @Sendable () throws -> Void

  /// Records samples of every shape, and demands that all of them together have each shape, and the first alone does not.
  let checkCoverage: @Sendable () throws -> Void

  init<Operation: GraphQLOperation>(_ type: Operation.Type) {
    checkCoverage = { try expectCoverage(Operation.self) }
    checkSample = {
      try expectSample(Operation.Data.self)
      if let operation = Operation.self as? any GraphQLObject.Type { try expectSample(operation) }
    }
    checkSamples = {
      try expectSamples(Operation.Data.self)
      if let operation = Operation.self as? any GraphQLObject.Type { try expectSamples(operation) }
    }
    checkRoundTrip = { json in try expectRoundTrip(Operation.Data.self, json) }
    failure = { json in
      do {
        _ = try read(Operation.Data.self, json)
        return nil
      } catch var error as GraphQLDecodingError {
        error.operationName = Operation.operationName
        return "\(error)"
      } catch {
        return "\(error)"
      }
    }
  }
}

private func expectSamples<Value: GraphQLObject>(_ type: Value.Type) throws {
  let samples = try Value.samples(seed: 1)
  #expect(try Value.samples(seed: 1) == samples)
  #expect(try samples.first?.value == Value.sample(seed: 1))
  #expect(Set(samples.map(\.name)).count == samples.count, "\(samples.map(\.name))")
  #expect(Set(samples.map(\.value)).count == samples.count, "\(samples.map(\.name))")
  for sample in samples {
    let json = try sample.value.json()
    let text = String(decoding: json, as: UTF8.self)
    #expect(try Value(json: json) == sample.value, "\(sample.name): \(text)")
    let coded = try JSONEncoder().encode(sample.value)
    #expect(try JSONDecoder().decode(Value.self, from: coded) == sample.value, "\(sample.name): \(text)")
  }
}

private func expectCoverage<Operation: GraphQLOperation>(_ type: Operation.Type) throws {
  let coverage = try GraphQLShapeCoverage(type)
  let samples = try Operation.Data.samples()
  let start = coverage.operations[0]
  #expect(start.operation == Operation.operationName && start.valueCount == 0)
  #expect(start.missing.count == start.shapeCount)
  for (index, sample) in samples.enumerated() {
    try coverage.record(sample.value)
    #expect(!coverage.operations[0].missing.isEmpty || index > 0 || samples.count == 1, "\(sample.name)")
  }
  #expect(coverage.operations[0].missing == [])
  #expect(coverage.operations[0].valueCount == samples.count)
}

private func expectSample<Value: GraphQLObject>(_ type: Value.Type) throws {
  let sample = try Value.sample(seed: 1)
  #expect(try Value.sample(seed: 1) == sample)
  let json = try sample.json()
  #expect(try Value(json: json) == sample, "\(String(decoding: json, as: UTF8.self))")
}
