# Compiles an example over and over, with the code in the cache that the build made which
# changes in between. In a mount name space of its own: what is written to the tree goes
# to memory.
set -euo pipefail
root=$1 build=$2 folder=$3
mount -t tmpfs tmpfs "$folder"
mkdir "$folder"/{upper,work,cache,seen}
chmod 700 "$folder/cache"
case $build in "$root"/*) ;; *) echo "$build is not in $root" && exit 1 ;; esac
mount -t overlay overlay -o "lowerdir=$root,upperdir=$folder/upper,workdir=$folder/work" "$root"
cd "$root"
export PRIM_CODE_CACHE=$folder/cache PRIM_CODE_CACHE_RECORD=$folder/record
export PRIM_CODE_CACHE_SEED=0 PRIM_CHECK=1

# show TITLE: compiles, and prints once what was looked up and found or not.
show() {
  rm -f "$PRIM_CODE_CACHE_RECORD"
  "$build/bin/prim-compile" examples/scan.mlir --chip=gfx942 -o "$folder/scan.hsaco"
  echo "$1:"
  sed 's/^\([a-z]* [a-z]*\).*/\1/' "$PRIM_CODE_CACHE_RECORD" | grep -E 'module|hit objects|^miss objects' |
    { [ "${2:-}" = all ] && cat || grep -v 'miss objects'; } | sort -u
}

# change FILE: gives it a function more, which the linker keeps, and builds what depends on it.
change() {
  cat >>"$1" <<'SOURCE'
static volatile int primHasChanged;
__attribute__((constructor)) static void primChange() { primHasChanged = 1; }
SOURCE
  ninja -C "$build" --quiet bin/prim-compile bin/prim-codegen >"$folder/ninja.log" 2>&1 ||
    { cat "$folder/ninja.log" && exit 1; }
}

show 'at first'
show again
change lib/Target/Serialize/FenceOrder.cpp
show 'FenceOrder.cpp has changed'
change lib/CodeObject/Waits.cpp
show 'Waits.cpp has changed'
change lib/Conversion/LowerGrid/LowerGrid.cpp
show 'LowerGrid.cpp has changed' all
echo done
