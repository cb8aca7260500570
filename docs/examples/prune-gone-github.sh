# Cleans every clone below $CLONES; a remote that is down is a warning, all else fails the job.
status=0
git prune-gone --under "$CLONES" --max-deletes 50% || status=$?
case $status in
  0) ;;
  2) echo "::warning::a remote could not be checked; its branches are kept" ;;
  *) echo "::error::git prune-gone ended with status $status"; exit "$status" ;;
esac
