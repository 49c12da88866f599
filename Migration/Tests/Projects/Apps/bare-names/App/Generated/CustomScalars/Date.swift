// @generated
// This file was automatically generated and can be edited to implement advanced custom scalar functionality.

typealias Date = String
