#!/bin/bash
# Makes a base backup each day, and keeps those of BACKUP_DAYS days with the write-ahead log that they need
# (docs/operations.md, 'Backup and restore').
set -euo pipefail
folder=${BACKUP_FOLDER:-/backup}
days=${BACKUP_DAYS:-7}
mkdir -p "$folder/wal"
chown postgres:postgres "$folder" "$folder/wal"
while true; do
  today="$folder/base-$(date +%F)"
  if [ ! -e "$today" ]; then
    # a backup that was interrupted is made again; one that cannot be read gets no name
    rm -rf "$folder/.base"
    gosu postgres pg_basebackup --host=127.0.0.1 --username=dukkan --pgdata="$folder/.base" --wal-method=stream --checkpoint=fast
    gosu postgres pg_verifybackup --quiet "$folder/.base"
    mv "$folder/.base" "$today"
  fi
  bases=("$folder"/base-*)
  for old in "${bases[@]:0:${#bases[@]}>days?${#bases[@]}-days:0}"; do rm -rf "$old"; done
  bases=("$folder"/base-*)
  first=$(sed -n 's/^START WAL LOCATION: .* (file \([0-9A-F]*\)).*/\1/p' "${bases[0]}/backup_label")
  gosu postgres pg_archivecleanup "$folder/wal" "$first"
  sleep 3600
done
