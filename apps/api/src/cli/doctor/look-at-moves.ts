import type { UnendedMove } from "@stampbook/db";
import type { Finding } from "../finding.ts";

const MOST_HOURS = 48;

const words: Readonly<Record<UnendedMove["state"], string>> = {
  open: "is done here",
  stopped: "is stopped here",
  gone: "has gone",
};

/** Names merchants whose move is not ended. The server keeps the log for one that nobody ends. */
export function sayMoves(moves: readonly UnendedMove[]): Finding {
  const of = "moves";
  if (!moves.length) return { ok: true, of, says: "no merchant is being moved" };
  const lines = moves.map(({ merchantId, state, address, hours }) => {
    const where = state === "gone" ? ` to ${address ?? "another database"}` : "";
    return `merchant ${merchantId} ${words[state]}${where}, its move began ${Math.round(hours)} h ago`;
  });
  const what = "run stampbook move again, or end it with --confirm or --back";
  const ok = moves.every(({ hours }) => hours <= MOST_HOURS);
  return { ok, of, says: [...lines, what].join("\n") };
}
