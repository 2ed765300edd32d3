import type { AnyProcedure, AnyRouter } from "@trpc/server";
import type { z } from "zod";
import type { OperationMeta } from "./meta.ts";

/** The parts of a router's procedure that REST, the documents and the tests use. */
export type ListedProcedure = {
  /** Such as `redemptions.cancel`. */
  readonly name: string;
  readonly type: AnyProcedure["_def"]["type"];
  readonly meta: OperationMeta;
  readonly inputs: readonly z.ZodType[];
  readonly output: z.ZodType | undefined;
  /** Runs the procedure. */
  readonly call: AnyProcedure;
};

/** Every procedure of a router. */
export function listProcedures(router: AnyRouter): ListedProcedure[] {
  // flat at runtime, although the types describe nested routers
  const procedures: Record<string, AnyProcedure> = router._def.procedures;
  return Object.entries(procedures).map(([name, call]) => {
    const { _def } = call;
    const { type, meta = {}, inputs, output } = _def as typeof _def & Partial<ListedProcedure>;
    return { name, type, meta: meta as OperationMeta, inputs: inputs ?? [], output, call };
  });
}
