# A clone that CI made is often shallow and does not know the default branch: nothing could be proven.
cd "$CLONE" || exit 1
if [ "$(git rev-parse --is-shallow-repository)" = true ]; then
  git fetch --quiet --unshallow
fi
git remote set-head origin --auto
git prune-gone --older-than 14 --max-deletes 20%
