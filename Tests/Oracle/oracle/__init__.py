"""Random responses to GraphQL operations, and what a program that decodes and encodes them must give back."""
