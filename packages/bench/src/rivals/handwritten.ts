import { planOnce } from "@stampbook/db";
import postgres from "postgres";
import { fill } from "../product/template.ts";
import type { Work } from "../works/index.ts";
import type { RivalConfig } from "./config.ts";
import type { Redeem } from "./types.ts";

const OIDS = { bool: 16, json: 114, date: 1082, timestamptz: 1184, jsonb: 3802 };

/** Sends texts unchanged, because the statement casts them. */
const plain = { serialize: (value: unknown) => value };
const types = Object.fromEntries(
  Object.entries(OIDS).map(([name, oid]) => {
    const isJson = name.startsWith("json");
    const parse = isJson ? (text: string) => JSON.parse(text) : (text: string) => text;
    return [name, { to: oid, from: [oid], ...plain, parse }];
  }),
);

/** Returns a function that runs `config.template` over postgres.js, prepared, with nothing else. */
export function openHandwritten(config: RivalConfig, work: Work): Redeem {
  const sql = postgres(config.url, {
    max: config.connections,
    types,
    onnotice: () => {},
    connection: { application_name: "handwritten", ...planOnce },
  });
  let redemption = config.firstRedemption;
  return async ({ user, voucher }) => {
    const id = redemption++;
    // without a voucher, the number of the call comes from the number in the customer's email
    const n = voucher ?? Number(/\d+/.exec(String(user))?.[0]) - 1;
    const parameters = fill(config.template, work.variables(n, config.customers, id));
    const [row] = await sql.unsafe(config.template.text, parameters, { prepare: true });
    const changed = (row?.doc ?? Object.values(row ?? {})[0] ?? {}) as Record<string, unknown>;
    return { id, name: work.name, stampsUsed: 0, changed };
  };
}
