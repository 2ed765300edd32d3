import { randomUUID } from "node:crypto";
import { z } from "zod";
import { works } from "../works/index.ts";
import { readConfig } from "./config.ts";
import { openHandwritten } from "./handwritten.ts";
import { serve } from "./http.ts";
import { openInteractive } from "./interactive.ts";
import type { Redeem } from "./types.ts";

// A redeeming operation as somebody would write it by hand. The token is looked up in a map, and zod checks
// input and output. The database gets one statement from `one-call`, or a transaction of several statements.

const config = readConfig(process.argv[2]);
const work = works.find(({ name }) => name === config.work);
if (!work) throw new Error(`There is no work ${config.work}.`);

const Input = z.object({
  user: z.union([z.string(), z.number()]),
  store: z.union([z.string(), z.number()]),
  voucher: z.int().positive().optional(),
  reward: z.int().positive().optional(),
  value: z.number().positive().optional(),
  invoice_number: z.string().max(255).optional(),
});

const Output = z.object({
  redemption: z.object({
    id: z.int(),
    reward: z.string(),
    stamps_used: z.int(),
    extra_data: z.null(),
  }),
  changed: z.record(z.string(), z.unknown()),
});

const tokens = new Map(config.tokens.map((secret) => [secret, randomUUID()]));
const redeem: Redeem =
  config.kind === "handwritten"
    ? openHandwritten(config, work)
    : await openInteractive(config, work);

serve(async (request, body) => {
  const secret = request.headers.authorization?.slice("Token ".length) ?? "";
  if (!tokens.has(secret)) return { status: 401, body: { detail: "Invalid token" } };
  const input = Input.safeParse(body);
  if (!input.success) return { status: 400, body: { status: "invalid" } };
  const { id, name, stampsUsed, changed } = await redeem(input.data);
  return {
    status: 200,
    body: Output.parse({
      redemption: { id, reward: name, stamps_used: stampsUsed, extra_data: null },
      changed,
    }),
  };
});
