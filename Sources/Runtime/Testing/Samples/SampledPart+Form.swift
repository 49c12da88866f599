import Apus
import ApusShapeChoices

extension SampledPart {
  /// The form of the fragment's property.
  var form: String {
    switch self {
    case .absent: ShapeForm.null
    case .pending: ShapeForm.pending
    case .present: ShapeForm.present
    case .failed: ShapeForm.failed
    }
  }
}
