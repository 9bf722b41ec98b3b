"""The contract between rulebooks and everything else: requests, options, the public state and the one run loop."""
