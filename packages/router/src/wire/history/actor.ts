import type { Actor } from "@stampbook/core/audit";
import { z } from "zod";

/** Who did something. The id of a token is a number, the id of a person a text. */
export const ActorShown = z.object({
  kind: z.enum(["token", "staff", "guest", "service"]),
  id: z.union([z.int(), z.string()]),
  /** Null if the token or the person no longer exists, and for the service. */
  name: z.string().nullable(),
});

export function presentActor({ kind, id, name }: Actor): z.input<typeof ActorShown> {
  return { kind, id: kind === "token" ? Number(id) : id, name };
}
