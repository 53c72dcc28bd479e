#!/bin/sh
# Checks and builds the site, and sends it to a server by rsync and ssh. First, say where, once in
# each clone. It is a setting of git's, so no commit holds it:
#
#   git config masthead.target jin@faculty.example.edu:public_html/
#
# The folder must belong to this site alone: what the site does not have is removed from it. Keys and
# passwords are the business of ssh; none of them belongs into this file. Then:
#
#   sh publish.sh --check     what a merge request should pass: checks, builds, says in words what
#                             the branch changes; sends nothing
#   sh publish.sh --dry-run   says what would be sent and removed
#   sh publish.sh             sends the main branch; stops where it would remove a file
#   sh publish.sh --delete    removes what the site does not have, too
#
# It runs the Masthead of the environment: python -m pip install --requirement requirements.txt
set -eu
cd "$(dirname "$0")"
wish=${1:-}

stop() {
  echo "publish.sh: $1" >&2
  exit 1
}

case $wish in '' | --check | --dry-run | --delete) ;; *) stop "no such option: $wish" ;; esac

masthead check
masthead build

if [ "$wish" = --check ]; then
  base=$(git merge-base HEAD origin/main 2>/dev/null || git merge-base HEAD main)
  before=$(mktemp -d)
  trap 'rm -rf "$before"' EXIT
  git archive "$base" | tar -x -C "$before"
  if masthead build --quiet --project "$before" --output "$before/_site"; then
    masthead diff --against "$before/_site"
  else
    echo "The main branch has mistakes, so there is nothing to compare with."
  fi
  exit
fi

target=$(git config masthead.target) ||
  stop "say where to, as in: git config masthead.target jin@faculty.example.edu:public_html/"
case ${target##*:} in '' | / | . | ./ | '~' | '~/')
  stop "$target is a whole home or disk; name a folder in it, as in $target""public_html/" ;;
esac
target=${target%/}/

branch=$(git symbolic-ref --quiet --short HEAD || true)
if [ "$wish" != --dry-run ]; then
  [ "$branch" = main ] || stop "only the branch main is sent, and this is ${branch:-no branch}"
  [ -z "$(git status --porcelain)" ] || stop "commit your changes first (git status lists them)"
fi

copy() {
  rsync --recursive --perms --chmod=Da+rx,Fa+r --times --compress --delete "$@" _site/ "$target"
}

plan=$(copy --dry-run --itemize-changes)
if [ "$wish" = --dry-run ]; then
  printf '%s\n' "$plan"
  exit
fi
# Old style sheets and scripts go without a word: the names of new ones differ.
gone=$(printf '%s\n' "$plan" | sed -n 's/^\*deleting *//p' | grep -v '^assets/' || true)
if [ -n "$gone" ] && [ "$wish" != --delete ]; then
  printf '%s\n' "$gone" >&2
  stop "nothing was sent, since these files of $target are not in the site; --delete removes them"
fi
copy
echo "sent to $target"
