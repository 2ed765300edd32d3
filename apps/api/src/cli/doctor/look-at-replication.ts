import type { Replication } from "@stampbook/db";
import type { Finding } from "../finding.ts";

const of = "replication";
/** A standby that is further behind is reported: after a failover, that much would be missing. */
const MOST_BEHIND_S = 60;

/** Reports how far the standbys are behind, and unused replication slots, which fill the disk. */
export function sayReplication(replication: Replication | null): Finding {
  if (!replication) return { ok: true, of, says: "this server is a standby itself" };
  const { standbys, unusedSlots } = replication;
  const lines = [...standbys.map(standby), ...unusedSlots.map(slot)];
  if (!lines.length) return { ok: true, of, says: "no standby is connected" };
  return { ok: lines.every(({ ok }) => ok), of, says: lines.map(({ says }) => says).join("\n") };
}

function standby({ name, state, behindS }: Replication["standbys"][number]) {
  if (state === null)
    return {
      ok: true,
      says: `${name}: connected; GRANT pg_monitor to our role shows how far behind`,
    };
  const says = `${name}: ${state}, ${(behindS ?? 0).toFixed(1)} s behind`;
  return { ok: state === "streaming" && (behindS ?? 0) <= MOST_BEHIND_S, says };
}

function slot({ name, bytes }: Replication["unusedSlots"][number]) {
  const kept = `${Math.ceil(bytes / 2 ** 20)} MiB of log`;
  const todo = /^stampbook_(move|return)_\d+$/.test(name)
    ? "the other database of a move does not read it: look into its log, or end the move with stampbook move --back or --confirm"
    : "start its standby, or drop the slot";
  const says = `the slot ${name} is not in use, and the server keeps ${kept} for it: ${todo}`;
  return { ok: false, says };
}
