#!/bin/sh
# Makes a base backup in $BACKUPS/base. Removes those older than $KEEP_DAYS days, and then the archived WAL that
# no remaining one needs. Runs as the user postgres on the database's machine.
set -eu
base=$BACKUPS/base
to=$base/$(date -u +%Y%m%dT%H%M%SZ)
pg_basebackup --pgdata="$to.part" --format=tar --gzip --checkpoint=fast
mv "$to.part" "$to"
find "$base" -mindepth 1 -maxdepth 1 -mtime "+$KEEP_DAYS" -exec rm -r {} +
oldest=$(find "$base" -mindepth 1 -maxdepth 1 -name '*Z' | sort | head -n 1)
needed=$(tar -xzOf "$oldest/base.tar.gz" backup_label | sed -n 's/^START WAL LOCATION: .* (file \(.*\))$/\1/p')
pg_archivecleanup "$BACKUPS/wal" "$needed"
