import { readFileSync } from "node:fs";
import * as redeeming from "@stampbook/core/redeeming";
import { createSecrets } from "@stampbook/core/secrets";
import { connect, createIds } from "@stampbook/db";
import { z } from "zod";
import { callerOf, oneByOne } from "../stage/one-by-one.ts";
import type { Work } from "../works/index.ts";
import { serve } from "./http.ts";

// The redeeming operations as somebody would serve them by hand: a plain node:http server, which looks up the
// token in a map, checks input and output with zod, and sends one statement for each call.

export type HandwrittenConfig = {
  readonly url: string;
  readonly tokens: readonly string[];
  readonly work: Work["name"];
};

const Input = z.object({
  user: z.union([z.string(), z.number()]),
  store: z.union([z.string(), z.number()]),
  voucher: z.int().positive().default(0),
  reward: z.int().positive().default(0),
  value: z.number().positive().default(0),
  invoice_number: z.string().max(255).optional(),
});

const Output = z.object({
  redemption: z.object({
    id: z.int(),
    reward: z.string(),
    stamps_used: z.int(),
    extra_data: z.null(),
  }),
});

const config: HandwrittenConfig = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const { db } = await connect({ url: config.url }, { connections: 8 });
const secrets = createSecrets({ current: "a key of nobody, long enough for this", old: [] });
const core = { db, ids: createIds(db), secrets, writing: oneByOne(db), clockOffsetMs: 0 };
const ctx = { ...core, caller: callerOf() };
const tokens = new Set(config.tokens);
const plain = { invoiceNumber: null, channel: null, extraData: null, requestId: null };

const verbs: Readonly<
  Record<Work["name"], (input: z.infer<typeof Input>) => Promise<{ redemption: { id: number } }>>
> = {
  "redeem-voucher": (input) => redeeming.redeemVoucher(ctx, { ...plain, ...input }),
  "redeem-reward": (input) =>
    redeeming.redeemReward(ctx, { ...plain, ...input, qty: 1, stamps: null }),
  "deduct-value": ({ value, ...input }) =>
    redeeming.deductValue(ctx, { ...plain, ...input, value: value.toFixed(2) }),
};

serve(async (request, body) => {
  const secret = request.headers.authorization?.slice("Token ".length) ?? "";
  if (!tokens.has(secret)) return { status: 401, body: { detail: "Invalid token" } };
  const input = Input.safeParse(body);
  if (!input.success) return { status: 400, body: { status: "invalid" } };
  const { redemption } = await verbs[config.work](input.data);
  const answer = { id: redemption.id, reward: config.work, stamps_used: 0, extra_data: null };
  return { status: 200, body: Output.parse({ redemption: answer }) };
});
