/// A value that a page shows as if it were there. Samples are compiled, not run.
func given<Value>() -> Value { fatalError() }
