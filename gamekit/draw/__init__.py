"""Pictures of states and traces."""
