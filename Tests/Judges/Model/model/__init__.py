"""What compiled Swift must hold, by the GraphQL specification: from a document and a response alone."""
