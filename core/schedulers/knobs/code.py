"""How a policy is named that is a user's own code, and how much of a wrong name is shown."""

CODE = ".py:"
LONGEST_NAME = 60
