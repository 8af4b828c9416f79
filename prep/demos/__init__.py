"""Live demos: small torch experiments with typed parameters, a prediction, and what theory says of them."""
