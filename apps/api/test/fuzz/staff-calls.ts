import { appRouter } from "@stampbook/router";
import type { AuthContext } from "better-auth";
import { getEndpoints } from "better-auth/api";
import { z } from "zod";
import { openBetterAuth } from "../../src/staff-auth/better-auth.ts";
import { originsOf } from "../../src/staff-auth/origins.ts";
import type { House } from "../harness.ts";
import type { JsonSchema } from "../open-api.ts";
import { ORIGIN } from "../staff/desk.ts";

/** A call of staff, and the schema of its input. */
export type StaffCall = {
  readonly name: string;
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly input: JsonSchema;
};

/** Every procedure of the console, except streams (`staff.live`). */
export const staffProcedures: readonly StaffCall[] = Object.entries(
  appRouter._def.procedures as unknown as Readonly<Record<string, { readonly _def: ProcedureDef }>>,
).flatMap(([name, { _def }]) =>
  name.startsWith("staff.") && _def.type !== "subscription"
    ? [{ name, path: `/trpc/${name}`, method: "POST", input: schemaOf(_def.inputs?.[0]) } as const]
    : [],
);

type ProcedureDef = { readonly type: string; readonly inputs?: readonly unknown[] };

/** Every endpoint of better-auth with the product's settings, including closed ones. */
export async function staffAuthEndpoints({ core }: House): Promise<StaffCall[]> {
  const log = { error: () => {}, warn: () => {} };
  const settings = { publicUrl: ORIGIN, secureCookies: false, hasMail: true, log };
  const context = await openBetterAuth(core, settings, originsOf(ORIGIN), () => {}).context;
  const { api } = getEndpoints(context as unknown as AuthContext, context.options);
  return Object.values(api as unknown as Readonly<Record<string, Endpoint>>).flatMap(
    ({ path, options }) => {
      if (!path) return [];
      const methods = [options.method].flat().filter((each) => each === "GET" || each === "POST");
      const input = schemaOf(options.body ?? options.query);
      return methods.map((method) => ({
        name: `${method} ${path}`,
        path: `/staff-auth${path}`,
        method,
        input,
      }));
    },
  );
}

type Endpoint = {
  readonly path?: string;
  readonly options: {
    readonly method: string | readonly string[];
    readonly body?: unknown;
    readonly query?: unknown;
  };
};

/** The JSON Schema of a zod schema. Parts that JSON Schema cannot express accept any value. */
function schemaOf(schema: unknown): JsonSchema {
  if (!(schema instanceof z.ZodType)) return {};
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
}
