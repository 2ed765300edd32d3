import { mostOf } from "../../limits.rules.ts";
import { codeKeyOf } from "../../merchants/index.ts";
import type { NewVoucher } from "../../vouchers/index.ts";
import { hasTemplate, lockTemplate, templateJson } from "../../vouchers/index.ts";
import type { Form } from "../../writing/index.ts";
import { hasAuthorization, lockAuthorization } from "../locks.sql.ts";
import { authorization, authorizationColumns, isAuthorized } from "../lookups.sql.ts";
import { availabilityJson, isAvailable, reward, rewardJson } from "../reward.sql.ts";
import type { RewardWish } from "./redeem-multiple-rewards.rules.ts";

// SQL of redeem-multiple-rewards: looks up, locks and writes the lines of calls.

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

/** Returns the lines of a call, without vouchers. `complete` adds vouchers later. */
export function linesOf(rewards: readonly RewardWish[]): readonly CallLine[] {
  return rewards.map(({ code, qty, stamps, requestId }, index) => {
    const text = String(code).trim();
    const id = /^[0-9]{1,15}$/.test(text) ? Number(text) : null;
    const place = { line: index + 1, code: codeKeyOf(text), id };
    return { ...place, qty, stamps, requestId, voucherTemplate: null, vouchers: null };
  });
}

/**
 * SQL of the CTE `lines`: a row for each line of `calls`. The condition on the line's number makes PostgreSQL
 * expect one line for each call. Without the condition, PostgreSQL expects 100 and compiles the statement
 * (JIT).
 */
export const selectLines = `
  select c.n, c.now, c.channel, w.line, w.code, w.id, w.qty, w.stamps, w."requestId" as request_id,
    w."voucherTemplate" as voucher_template, w.vouchers
  from calls c cross join lateral json_to_recordset(c.lines) as w (line int, code text, id bigint,
    qty int, stamps bigint, "requestId" text, "voucherTemplate" bigint, vouchers json)
  where w.line between 1 and ${mostOf.rewardLines}`;

/**
 * Selects codes, quantities and stamps of the lines of `c`. They are sorted, because lines in another order
 * are the same request.
 */
export const wholeWish = `select json_agg(json_build_array(w.code, w.qty, w.stamps)
      order by w.code, w.qty, w.stamps) from lines w where w.n = c.n`;

/**
 * Joins the reward of the line `c`: by its code, else by its id. Each look-up has `limit 1`, so that
 * PostgreSQL uses an index for each line. Other statements leave it out in the forms for a single call; here
 * a single call can have many lines.
 */
const lineReward = (form: Form) => `
  left join lateral (select rw.id from rewards rw
    where rw.merchant_id = $1 and rw.code_key = c.code limit 1) by_code on true${reward(
      { ...form, limit: " limit 1" },
      "coalesce(by_code.id, c.id)",
    )}`;

/** SQL of the CTE `wanted`: the data for the rules, for each line of the calls in the CTE `entered`. */
export const selectWanted = (form: Form) => `
  select c.n, c.now, c.line, c.qty, c.request_id, rw.id as reward_id, rw.name, price.cost,
    t.id as template_id, c.vouchers -> 0 as voucher,
    ${rewardJson} as reward, ${availabilityJson} as availability, ${templateJson} as template,
    ${authorizationColumns},
    ${isAvailable}
      and price.cost is not null
      and ${isAuthorized}
      and rw.voucher_template_id is not distinct from c.voucher_template as passes
  from lines c join entered b on b.n = c.n
  cross join lateral (select b.needs_authorization as redemption_pin_authorization) m
  cross join lateral (select b.store_id as id, b.today) s
  cross join lateral (select b.customer_id as id) u${lineReward(form)}${authorization}`;

/**
 * SQL of the CTE `totals`: one row for each call, from its lines in `wanted`. `seen_lines` is a list of
 * `LineSeen`, and `outcome_lines` is a list of `RewardLine`.
 */
export const selectTotals = `
  select w.n, count(*) as line_count, sum(w.cost) as cost, bool_and(w.passes is true) as passes,
    string_agg(w.name, ', ' order by w.line) as name,
    json_agg(json_build_object('reward', w.reward, 'availability', w.availability,
      'template', w.template, 'authorization', w.authorized) order by w.line) as seen_lines,
    json_agg(json_build_object('reward', w.reward, 'qty', w.qty, 'stampsUsed', w.cost,
      'requestId', w.request_id, 'voucher', w.voucher) order by w.line) as outcome_lines
  from wanted w group by w.n`;

/**
 * CTEs that lock the authorization and the template of each line of `able`, in order of the authorization's
 * id. The last CTE, `whole`, has the rows of `able` whose lines were all locked.
 */
export const lockLines = (form: Form) => `
able_lines as materialized (
  select w.n, w.now, w.authorization_id, w.template_id
  from able b join wanted w on w.n = b.n order by w.authorization_id
),
locked_lines as materialized (
  select b.n from able_lines b${lockAuthorization(form)}${lockTemplate(form)}
  where ${hasAuthorization} and ${hasTemplate}
),
whole as materialized (
  select b.* from able b join (select n, count(*) as line_count from locked_lines group by n) w
    on w.n = b.n and w.line_count = b.line_count
  order by b.customer_id
)`;

/** Selects the authorizations of the CTE `charged`. An authorization of several lines is selected once. */
export const selectAuthorizations = `(
    select distinct s.redemption, w.authorization_id from charged s join wanted w on w.n = s.n)`;

/** Inserts the lines of the CTE `charged`. */
export const insertLines = `
  insert into redemption_lines as l (merchant_id, redemption_id, line, reward_id, name, qty, stamps_used,
    request_id)
  select $1, s.redemption, w.line, w.reward_id, w.name, w.qty, w.cost, w.request_id
  from charged s join wanted w on w.n = s.n
  returning l.redemption_id`;
