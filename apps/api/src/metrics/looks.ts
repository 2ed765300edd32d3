import { setTimeout as sleep } from "node:timers/promises";
import type { CoreDeps } from "@stampbook/core/context";
import { channels, countWaitingMessages, type Waiting } from "@stampbook/core/messages";
import { lookAtDatabase, lookAtReplication, withoutCaller } from "@stampbook/db";
import { Gauge, type Registry } from "prom-client";

type Asked = Pick<CoreDeps, "db" | "clockOffsetMs">;
type Found = Awaited<ReturnType<typeof lookAround>>;

/** How long a look at the database is reused, however often somebody asks. */
const REMEMBERED_MS = 15_000;
/** How long a scrape waits for the database. */
const PATIENCE_MS = 2_000;

/**
 * Shows what the database knows: migrations, its clock, waiting messages, standbys. All processes show the
 * same. While the database does not answer, these are missing, and `stampbook_database_look_ok` is 0.
 */
export function showLooks(register: Registry, core: Asked): void {
  const look = remembered(() => withoutCaller(() => lookAround(core)));
  const registers = [register];

  const one = (name: string, help: string, read: (found: Found) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const found = await look();
        if (found) this.set(read(found));
        else this.remove();
      },
    });
  const ofMessages = (name: string, help: string, read: (waiting: Waiting) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ["channel"],
      registers,
      async collect() {
        const found = await look();
        this.reset();
        if (found)
          for (const channel of channels) this.set({ channel }, read(found.messages[channel]));
      },
    });

  new Gauge({
    name: "stampbook_database_look_ok",
    help: "1 if the database answered the questions of this scrape.",
    registers,
    async collect() {
      this.set((await look()) ? 1 : 0);
    },
  });
  one("stampbook_migrations_missing", "Migrations that are not applied.", ({ database }) => {
    return database.missing.length;
  });
  one("stampbook_migrations_newer", "Applied migrations of a newer version.", ({ database }) => {
    return database.newer;
  });
  one(
    "stampbook_clock_offset_seconds",
    "How far the database's clock is ahead of this process's.",
    ({ offsetS }) => offsetS,
  );
  one(
    "stampbook_standby_lag_seconds",
    "How far the slowest standby is behind, as far as the role may see it.",
    ({ standbys }) => Math.max(0, ...standbys.map(({ behindS }) => behindS ?? 0)),
  );
  one(
    "stampbook_unused_slot_bytes",
    "Write-ahead log that the database keeps for the replication slot that nobody uses.",
    ({ unusedSlots }) => Math.max(0, ...unusedSlots.map(({ bytes }) => bytes)),
  );
  ofMessages("stampbook_messages_waiting", "Messages that wait.", ({ count }) => count);
  ofMessages(
    "stampbook_messages_retrying",
    "Waiting messages that were tried before.",
    ({ tried }) => tried,
  );
  ofMessages(
    "stampbook_messages_oldest_seconds",
    "Age of the oldest waiting message; 0 if none waits.",
    ({ oldestS }) => oldestS,
  );
}

async function lookAround(core: Asked) {
  const before = Date.now();
  const database = await lookAtDatabase(core.db);
  const offsetS = (Date.parse(database.now) - (before + Date.now()) / 2) / 1_000;
  const messages = await countWaitingMessages(core);
  const { standbys = [], unusedSlots = [] } = (await lookAtReplication(core.db)) ?? {};
  return { database, offsetS, messages, standbys, unusedSlots };
}

/**
 * Returns a function that runs `look` at most every `REMEMBERED_MS`. Its result is null if it fails or is
 * late.
 */
function remembered<Result>(look: () => Promise<Result>): () => Promise<Result | null> {
  let last: { readonly since: number; readonly found: Promise<Result | null> } | undefined;
  return () => {
    if (!last || performance.now() - last.since >= REMEMBERED_MS)
      last = { since: performance.now(), found: look().catch(() => null) };
    return Promise.race([last.found, sleep(PATIENCE_MS, null, { ref: false })]);
  };
}
