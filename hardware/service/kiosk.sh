#!/bin/bash
# The table's own screen: waits for the service, then shows its page in a browser that fills the screen.
# Runs in a graphical session of the service's user, who alone may read the start address.
#
#   PALACE_DATA  the service's data folder
#   BROWSER      the browser's program
set -u

data=${PALACE_DATA:-/var/lib/palace-table}
browser=${BROWSER:-$(command -v chromium || command -v chromium-browser)}
profile=$(mktemp -d) || exit 1
trap 'rm -rf "$profile"' EXIT
trap 'kill ${child:+"$child"} 2>/dev/null; exit 0' TERM INT

# The address of the table's page, with the code that makes this browser the panel: new for every start.
start_address() {
    local url
    url=$(cat "$data/panel-url" 2>/dev/null) || return 1
    curl --fail --silent --output /dev/null --max-time 2 "${url%%/start*}/healthz" || return 1
    printf '%s\n' "$url"
}

while true; do
    until url=$(start_address); do sleep 1; done
    # A profile of its own each time: after a power cut there are no pages to be restored.
    rm -rf "${profile:?}"/*
    "$browser" \
        --kiosk --incognito --no-first-run --noerrdialogs --disable-session-crashed-bubble \
        --user-data-dir="$profile" \
        --touch-events=enabled --disable-pinch --overscroll-history-navigation=0 \
        --disable-component-update --disable-features=Translate --password-store=basic \
        "$url" &
    child=$!
    wait "$child"
    child=
    sleep 2
done
