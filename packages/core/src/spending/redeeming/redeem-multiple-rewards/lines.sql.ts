import { insertInto, json, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { KnownCaller } from "../../../foundation/context.ts";
import { inLine } from "../../../foundation/failures.ts";
import { mostOf } from "../../../foundation/limits.rules.ts";
import { issue, type NewVoucher, type VoucherTemplate } from "../../../holding/vouchers/index.ts";
import { authorization, reward, template } from "../../../machinery/facts/index.ts";
import {
  type Check,
  fact,
  from,
  lock,
  merchantId,
  rowOf,
  updateFrom,
} from "../../../machinery/kernel/index.ts";
import { codeKeyOf, type StoreNow } from "../../../running/merchants/index.ts";
import type { Reward, RewardLine } from "../types.ts";

// The lines of a call: what each line redeems, its checks, and what is locked and written for all lines.

/** A reward of the request: its code, or its id if no code matches. `stamps` is a flexible reward's price. */
export type RewardWish = {
  readonly code: string | number;
  readonly qty: number;
  readonly stamps: number | null;
  readonly requestId: string | null;
};

/** One line of a call. */
export type CallLine = {
  /** The number of the line, from 1. */
  readonly line: number;
  /** The code or id from the request, in the form that `codeKeyOf` returns. */
  readonly code: string;
  /** The code or id from the request as an id; null unless it is 1 to 15 digits. */
  readonly id: number | null;
  readonly qty: number;
  readonly stamps: number | null;
  readonly requestId: string | null;
  /** The id of the template of `vouchers`; null without vouchers. */
  readonly voucherTemplate: number | null;
  readonly vouchers: readonly NewVoucher[] | null;
};

/** Returns the lines of a call, without vouchers. */
export function linesOf(rewards: readonly RewardWish[]): readonly CallLine[] {
  return rewards.map(({ code, qty, stamps, requestId }, index) => {
    const text = String(code).trim();
    const id = /^[0-9]{1,15}$/.test(text) ? Number(text) : null;
    const place = { line: index + 1, code: codeKeyOf(text), id };
    return { ...place, qty, stamps, requestId, voucherTemplate: null, vouchers: null };
  });
}

/** The lines that a call sends. */
export const of = (call: { readonly lines: unknown }) => call.lines as readonly CallLine[];

const coded = alias(schema.rewards, "coded");
const { authorizations } = authorization;
const { templates } = template;

/**
 * The rows `w` of the lines of `c`. The condition on the line's number makes PostgreSQL expect one line for each
 * call. Without the condition, PostgreSQL expects 100 and compiles the statement (JIT).
 */
const fromLines = sql`from json_to_recordset(c.lines) as w (line int, code text, id bigint, qty int,
      stamps bigint, "requestId" text, "voucherTemplate" bigint, vouchers json)
      where w.line between 1 and ${sql.raw(String(mostOf.rewardLines))}`;

/** The lines of `c`, each with the columns of a call that redeems one reward: by its code, else by its id. */
const singleCalls = sql`select c.now, c.channel, w.line, w.qty, w.stamps, w."requestId" as request_id,
      w."voucherTemplate" as voucher_template, w.vouchers, null::text as reward_code,
      coalesce((select ${coded.id} from ${from(coded)} where ${coded.merchantId} = ${merchantId}
        and ${coded.codeKey} = w.code limit 1), w.id) as reward
      ${fromLines}`;

/** For each line the first check that does not hold: of its reward, and of its authorization. */
const refused = {
  refusedRewards: sql<readonly (string | null)[]>`wish.refused_rewards`,
  refusedAuthorizations: sql<readonly (string | null)[]>`wish.refused_authorizations`,
};
type Stage = keyof typeof refused;
const stages = {
  refusedRewards: "(array_remove(wish.refused_rewards, null))[1]",
  refusedAuthorizations: "(array_remove(wish.refused_authorizations, null))[1]",
} as const satisfies Record<Stage, string>;

const { cost } = reward.found.keeps;
const { reward: rewardShown, rewardLimits, template: templateShown } = reward.found.shows;
type LineSeen = {
  readonly reward: Reward;
  readonly rewardLimits: NonNullable<
    typeof rewardLimits extends SQL<infer Limits> ? Limits : never
  >;
  readonly template: VoucherTemplate | null;
};

const keeps = {
  cost: sql<number>`wish.cost`,
  /** The names of the rewards. */
  name: sql<string>`wish.name`,
  lines: sql<readonly RewardLine[]>`wish.lines`,
  authorizationIds: sql<readonly number[]>`wish.authorization_ids`,
  templateIds: sql<readonly number[]>`wish.template_ids`,
};
const b = rowOf("b", keeps);

const distinct = (column: SQL) =>
  sql`coalesce(array_agg(distinct ${column}) filter (where ${column} is not null), '{}')`;

/** What the lines of a call redeem together, and what of each line words and later look-ups read. */
export const found = fact({
  call: { lines: "json" },
  // each look-up has `limit 1` in all forms, because a single call can have many lines
  joins: (form, judged) => {
    const one = { ...form, limit: " limit 1" } as const;
    return sql`
  cross join lateral (select sum(x.cost) as cost, string_agg(x.name, ', ' order by x.line) as name,
      bool_or(x.lacks) as lacks, ${distinct(sql`x.authorization_id`)} as authorization_ids,
      ${distinct(sql`x.template_id`)} as template_ids,
      array_agg(x.refused_reward order by x.line) as refused_rewards,
      array_agg(x.refused_authorization order by x.line) as refused_authorizations,
      json_agg(x.shown order by x.line) as shown, json_agg(x.redeemed order by x.line) as lines
    from (select c.line, ${cost} as cost, ${reward.found.keeps.name} as name, ${templates.id} as template_id,
        ${reward.lacksVouchers} as lacks, ${authorization.found.keeps.authorizationId} as authorization_id,
        ${judged(stages.refusedRewards)} as refused_reward,
        ${judged(stages.refusedAuthorizations)} as refused_authorization,
        ${json({ reward: rewardShown, rewardLimits, template: templateShown })} as shown,
        ${json({
          ...{ reward: rewardShown, qty: sql<number>`c.qty`, stampsUsed: cost },
          ...{ requestId: sql`c.request_id`, voucher: sql`c.vouchers -> 0` },
        })} as redeemed
      from (${singleCalls}) c${reward.found.joins(one)}${authorization.found.joins()}) x) wish`;
  },
  keeps,
  shows: { seenLines: sql<readonly LineSeen[]>`wish.shown`, price: keeps.cost, ...refused },
});

/** Whether a line lacks vouchers of the template that its reward has now. */
export const lackVouchers = sql`wish.lacks`;

type At = Readonly<Record<"today" | "storeId" | "now", SQL>>;
type Seen = Readonly<Record<Stage, readonly (string | null)[]>> & {
  readonly store: StoreNow;
  readonly seenLines: readonly LineSeen[];
};
type Call = { readonly channel: number | null };

/**
 * Returns checks for each line of a call. The first refused line of a stage gives the refusal: first the rewards of all
 * lines are judged, then their authorizations. `part` names the field of the line in the message.
 */
const inLines = <Name extends string>(
  stage: Stage,
  checks: Readonly<Record<Name, Check<LineSeen & { readonly store: StoreNow }, Call, At>>>,
  part?: string,
): Readonly<Record<Name, Check<Seen, Call, At>>> => {
  const all: [string, Check<LineSeen & { readonly store: StoreNow }, Call, At>][] =
    Object.entries(checks);
  const ofLine = all.map(([name, each]): [string, Check<Seen, Call, At>] => {
    const words = (seen: Seen, call: Call, caller: KnownCaller) => {
      const index = seen[stage].findIndex((refusedBy) => refusedBy !== null);
      const line = { ...seen, ...(seen.seenLines[index] as LineSeen) };
      return inLine(index, { code: each.code, ...each.words(line, call, caller) }, part);
    };
    return [name, { ...each, stage: stages[stage], words }];
  });
  return Object.fromEntries(ofLine) as Record<Name, Check<Seen, Call, At>>;
};

/** Whether all lines can be redeemed here and today, and are authorized. */
export const checks = {
  ...inLines("refusedRewards", { rewardExists: reward.exists, ...reward.isAvailable }),
  ...inLines("refusedRewards", { stampsAreGiven: reward.stampsAreGiven }, "stamps"),
  ...inLines("refusedAuthorizations", authorization.checks),
};

/** Locks the authorizations of all lines. Lines may share one. */
export const authorizationsLocked = lock({
  ...{
    row: "a",
    table: authorizations,
    merchantId: authorizations.merchantId,
    strength: "no key update",
  },
  is: sql`${authorizations.id} = w.id`,
  each: b.authorizationIds,
});

/** Locks the templates of the vouchers that the lines issue. */
export const templatesLocked = lock({
  ...template.locked,
  is: sql`${templates.id} = w.id`,
  each: b.templateIds,
});

/** Codes, quantities and stamps, sorted: lines in another order are the same request. */
export const sorted = sql`(select json_agg(json_build_array(w.code, w.qty, w.stamps)
      order by w.code, w.qty, w.stamps) ${fromLines})`;

const s = rowOf("s", { ...keeps, redemption: 0 });

/** Marks the authorizations as spent by the redemptions, which the statement must also insert. */
export const spendAuthorizations = updateFrom(
  authorizations,
  { spentByRedemptionId: s.redemption },
  {
    from: sql`changed s`,
    where: sql`${authorizations.id} = any (${s.authorizationIds})`,
    returning: sql`${authorizations.id}`,
  },
);

/** Inserts the lines of the redemptions. */
export const insert = insertInto(
  schema.redemptionLines,
  {
    redemptionId: s.redemption,
    line: sql`w.line`,
    rewardId: sql`(w.reward ->> 'id')::bigint`,
    name: sql`w.reward ->> 'name'`,
    qty: sql`w.qty`,
    stampsUsed: sql`w.stamps_used`,
    requestId: sql`w.request_id`,
  },
  {
    from: sql`from changed s cross join lateral rows from (json_to_recordset(${s.lines}) as (reward json,
      qty int, "stampsUsed" bigint, "requestId" text)) with ordinality
      as w (reward, qty, stamps_used, request_id, line)`,
    end: sql`returning 1`,
  },
);

/** The CTEs that insert the vouchers of the lines. */
export const issueVouchers = sql`
lines as (
  select c.n, w.line, w.vouchers from calls c cross join lateral (select w.line, w.vouchers ${fromLines}) w
),${sql.raw(issue("lines", "changed", { line: "c.line" }))}`;
