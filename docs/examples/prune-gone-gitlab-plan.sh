# Asks the remotes, deletes nothing, and keeps the plan for somebody to read.
git -C "$CLONE" prune-gone --dry-run --json >plan.json
git -C "$CLONE" prune-gone --dry-run
