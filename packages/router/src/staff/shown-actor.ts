import type { Actor } from "@stampbook/core/audit";

/** Somebody in one word: the name, else what rows call them. */
export function nameOf(actor: Actor | null): string | null {
  return actor && (actor.name ?? `${actor.kind}:${actor.id}`);
}
