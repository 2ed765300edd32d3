import type { Actor } from "@stampbook/core/audit";
import { z } from "zod";

/** Who did something. */
export const ActorShown = z
  .object({
    kind: z.enum(["token", "staff", "guest", "service"]).describe("What kind of caller it was."),
    id: z.union([z.int(), z.string()]).describe("The id: of a token a number, of a person a text."),
    name: z
      .string()
      .nullable()
      .describe(
        "Null if the token or the person no longer exists, for guests and for the service.",
      ),
  })
  .meta({ id: "Actor", description: "Who did something." });

export function presentActor({ kind, id, name }: Actor): z.input<typeof ActorShown> {
  return { kind, id: kind === "token" ? Number(id) : id, name };
}
