// @generated
// The shape of what Apollo iOS generates, written for this test.

enum MusicAPI {}
