#!/bin/sh
# Dumps the database $DATABASE into $BACKUPS/dumps, and removes dumps that are older than $KEEP_DAYS days.
# Runs as the user postgres on the database's machine, so it needs no password.
set -eu
dumps=$BACKUPS/dumps
to=$dumps/$(date -u +%Y%m%dT%H%M%SZ).dump
# under another name until it is complete, so that nobody copies half of it
pg_dump --format=custom --file="$to.part" "$DATABASE"
sync "$to.part"
mv "$to.part" "$to"
find "$dumps" -name '*.dump' -mtime "+$KEEP_DAYS" -delete
find "$dumps" -name '*.part' -mtime +1 -delete
