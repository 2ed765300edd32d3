import { setTimeout as sleep } from "node:timers/promises";
import { fence, unfence } from "./fence.ts";
import {
  applied,
  copied,
  dropSlot,
  isSubscribed,
  type Link,
  makeSlot,
  positionOf,
  publish,
  subscribe,
  unlink,
} from "./link.ts";
import { problemsOf } from "./problems.ts";
import { deleteRows, digestsOf } from "./rows.ts";
import {
  areSame,
  CannotMove,
  lockMove,
  type MerchantTable,
  openSide,
  type Side,
  setState,
  stateOf,
  tablesOf,
} from "./side.ts";
import { switchOver } from "./switch-over.ts";

/** A move of one merchant from a database to another. */
export type Move = {
  readonly merchantId: number;
  /** The addresses of the databases, as each other's servers reach them, with roles that may replicate. */
  readonly from: string;
  readonly to: string;
  /** The public address of the installation that the merchant moves to. */
  readonly address: string | null;
  /** The longest time for which the merchant's calls may stop. */
  readonly pauseMs: number;
  /**
   * How long to wait before the rows of a database that callers have just left are deleted. A call that is under
   * way there would find no customer.
   */
  readonly drainMs: number;
  /** Returns what is wrong with the merchant's rows in a database. */
  readonly audit: (url: string) => Promise<readonly string[]>;
  /** Returns why the keys of the installations do not fit the rows of a database. */
  readonly checkKeys: (url: string) => Promise<readonly string[]>;
  /** Called with each step, in words. */
  readonly onStep: (says: string) => void;
};

/** For how many milliseconds the merchant's calls were stopped; null if they had been switched before. */
type Switched = { readonly pauseMs: number | null };

type Work = Move & {
  readonly here: Side;
  readonly there: Side;
  readonly tables: readonly MerchantTable[];
  readonly out: Link;
  readonly back: Link;
};

const SLOT_MS = 60_000;
const CATCH_UP_MS = 600_000;

/**
 * Moves a merchant to the other database up to the switch, and keeps what it does there flowing back until
 * `confirmMove` or `moveBack`. Goes on where an earlier call ended. Throws `CannotMove`.
 */
export const moveMerchant = (move: Move): Promise<Switched> =>
  withSides(move, async (work) => {
    const { merchantId, here, there, tables, out, back, onStep } = work;
    const [state, other] = [await stateOf(here, merchantId), await stateOf(there, merchantId)];
    if (state === "gone" && other !== "open")
      throw new CannotMove("The move is being confirmed or taken back: run that command again.");
    if (other === "open") {
      await finish(work);
      onStep("The merchant had been switched already.");
      return { pauseMs: null };
    }
    // an earlier command was killed while the calls were stopped
    if (state === "stopped") await setState(here, merchantId, "open");
    await dropSlot(back);
    if (!(await isSubscribed(out))) await prepare(work, other === null);
    await copied(out, (done, all) => onStep(`Copied ${done} of ${all} tables.`));
    await publish(back, merchantId, tables);
    await rehearse(work, out);
    await makeSlot(back, SLOT_MS);
    const pauseMs = await switchOver({
      merchantId,
      tables,
      link: out,
      back,
      pauseMs: move.pauseMs,
    });
    onStep(`Switched: its calls were stopped for ${Math.round(pauseMs)} ms.`);
    await finish(work);
    return { pauseMs };
  });

/** Moves a merchant back that is not confirmed, or gives up a move that has not switched. Throws `CannotMove`. */
export const moveBack = (move: Move): Promise<Switched> =>
  withSides(move, async (work) => {
    const { merchantId, here, there, tables, out, back, onStep } = work;
    const [state, other] = [await stateOf(here, merchantId), await stateOf(there, merchantId)];
    if (state === null) throw new CannotMove(`Merchant ${merchantId} is not being moved.`);
    let pauseMs: number | null = null;
    if (other === "open" || state === "gone") {
      if (other === "open") await finish(work);
      else if (other === null)
        throw new CannotMove("The move was being confirmed: there is no way back.");
      await copied(back, () => {});
      await rehearse(work, back);
      pauseMs = await switchOver({ merchantId, tables, link: back, pauseMs: move.pauseMs });
      onStep(`Switched back: its calls were stopped for ${Math.round(pauseMs)} ms.`);
      await sleep(move.drainMs);
    } else await setState(here, merchantId, "open");
    await unlink(out);
    await unlink(back);
    if (other !== null) await deleteRows(there, merchantId, tables);
    await clear(work);
    onStep("The other database has none of its rows any more.");
    return { pauseMs };
  });

/** Ends a move that has switched: removes the way back, and the merchant's rows here. Throws `CannotMove`. */
export const confirmMove = (move: Move): Promise<void> =>
  withSides(move, async (work) => {
    const { merchantId, here, there, tables, out, back, onStep } = work;
    const [state, other] = [await stateOf(here, merchantId), await stateOf(there, merchantId)];
    if (state === null) throw new CannotMove(`Merchant ${merchantId} is not being moved.`);
    const [isThere] = await there.sql`select from merchants where id = ${merchantId}`.values();
    if (!isThere || (other !== "open" && !(state === "gone" && other === null)))
      throw new CannotMove("The merchant has not been switched: run the move again, or --back.");
    if (state !== "gone") await finish(work);
    await unlink(back);
    await unlink(out);
    await sleep(move.drainMs);
    await deleteRows(here, merchantId, tables);
    await clear(work);
    onStep("This database has none of its rows any more, and the way back is removed.");
  });

async function withSides<Result>(move: Move, work: (work: Work) => Promise<Result>) {
  const [here, there] = [openSide(move.from), openSide(move.to)];
  const { merchantId } = move;
  try {
    if (await areSame([here, there]))
      throw new CannotMove("Both addresses are of the same database.");
    for (const side of [here, there]) await lockMove(side, merchantId);
    return await work({
      ...move,
      here,
      there,
      tables: await tablesOf(here),
      out: { name: `stampbook_move_${merchantId}`, from: here, to: there },
      back: { name: `stampbook_return_${merchantId}`, from: there, to: here },
    });
  } finally {
    await Promise.all([here, there].map(({ sql }) => sql.end({ timeout: 5 })));
  }
}

/** Closes the merchant there, makes the fences, and begins to copy. */
async function prepare(work: Work, isNew: boolean) {
  const { merchantId, here, there, tables, out, checkKeys, onStep } = work;
  const problems = isNew ? await problemsOf(here, there, merchantId) : [];
  if (isNew && !problems.length)
    for (const { url } of [here, there]) problems.push(...(await checkKeys(url)));
  if (problems.length) throw new CannotMove(problems.join("\n"));
  await setState(here, merchantId, "open");
  await setState(there, merchantId, "stopped");
  await fence(there, merchantId, tables);
  await fence(here, merchantId, tables);
  // an earlier move may have ended while it copied
  await unlink(out);
  await deleteRows(there, merchantId, tables);
  await publish(out, merchantId, tables);
  await makeSlot(out, SLOT_MS);
  await subscribe(out, { copies: true });
  onStep("Copying beside its calls.");
}

/** Checks the copy, and does without a stop what the switch will do, so that it is known how long that takes. */
async function rehearse({ merchantId, tables, pauseMs, audit, onStep }: Work, link: Link) {
  await applied(link, await positionOf(link.from), performance.now() + CATCH_UP_MS);
  const broken = await audit(link.to.url);
  if (broken.length)
    throw new CannotMove(["The audit of the copy found:", ...broken.slice(0, 10)].join("\n"));
  const since = performance.now();
  await Promise.all([link.from, link.to].map((side) => digestsOf(side, merchantId, tables)));
  const ms = Math.round(performance.now() - since);
  onStep(`The copy follows, and its audit is clean. To compare all rows takes ${ms} ms.`);
  if (ms > pauseMs)
    throw new CannotMove(
      `To compare all rows takes ${ms} ms, and the calls may stop for ${pauseMs} ms: allow more with --pause, or choose a quieter hour. Its calls go on here.`,
    );
}

/** Does what follows the switch: says here where the merchant is, and lets its changes flow back. */
async function finish({ merchantId, here, address, out, back }: Work): Promise<void> {
  await setState(here, merchantId, "gone", address);
  await unlink(out);
  await subscribe(back, { copies: false });
}

/** Removes the fences and the states; last the one here, so that a rerun finds what is left. */
async function clear({ merchantId, here, there }: Work): Promise<void> {
  await unfence(there, merchantId);
  await unfence(here, merchantId);
  await setState(there, merchantId, null);
  await setState(here, merchantId, null);
}
