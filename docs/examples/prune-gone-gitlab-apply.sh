# Deletes what the plan says, where nothing has changed since it was made.
git -C "$CLONE" prune-gone --apply "$PWD/plan.json"
