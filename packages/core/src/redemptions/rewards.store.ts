import { now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../context.ts";
import type { Identifier } from "../customers/index.ts";
import { codeKeyOf, type StoreRef } from "../merchants/index.ts";
import { changedOrRefuse, type Keyed, keptArm, keyArm, keyed } from "../retries/index.ts";
import { rewardDoc } from "./reward.store.ts";
import type { RewardsScene, WishedReward } from "./rewards.rules.ts";
import {
  chargeEntryArm,
  issueArm,
  openingArm,
  redemptionArm,
  stillEntered,
} from "./saving.store.ts";
import { sceneArms, sceneParameters, sceneParts, templateDoc } from "./scene.store.ts";
import type { NewVoucher } from "./voucher.rules.ts";

const p = sql.placeholder;

const load = statement<RewardsScene>(
  "load_rewards_scene",
  {
    ...sceneArms,
    wish: sql`select * from json_to_recordset(${p("wishes")}::json)
      as w(line int, code text, id bigint, "requestId" text)`,
    found: sql`select w.line, coalesce(by_code.id, by_id.id) as id,
        (select json_build_object('id', a.id, 'live', a.expires_at > now, 'spent', a.spent_by_redemption_id is not null)
          from redemption_authorizations a, customer c, clock
          where a.merchant_id = ${p("merchantId")}::bigint and a.customer_id = c.id
            and a.request_id = w."requestId"
          order by a.created_at desc, a.id desc limit 1) as authorization
      from wish w
      left join rewards by_code
        on by_code.merchant_id = ${p("merchantId")}::bigint and by_code.code_key = w.code
      left join rewards by_id
        on by_id.merchant_id = ${p("merchantId")}::bigint and by_id.id = w.id`,
    line: sql`select f.line, json_build_object(
        'reward', case when rw.id is not null then ${rewardDoc} end,
        'template', case when t.id is not null then ${templateDoc} end,
        'authorization', f.authorization) as doc
      from found f
      left join rewards rw on rw.merchant_id = ${p("merchantId")}::bigint and rw.id = f.id
      left join voucher_templates t on t.merchant_id = ${p("merchantId")}::bigint
        and t.id = rw.voucher_template_id`,
  },
  sql`json_build_object(${sceneParts}, 'lines', (select json_agg(doc order by line) from line))`,
);

/** Reads the scene of redeem-multiple-rewards, a scene a line. */
export function loadRewardsScene(
  ctx: CoreContext,
  input: {
    readonly user: Identifier;
    readonly store: StoreRef;
    readonly rewards: readonly WishedReward[];
  },
): Promise<RewardsScene> {
  const wishes = input.rewards.map(({ code, requestId }, line) => {
    const text = String(code).trim();
    const id = /^[0-9]{1,15}$/.test(text) ? Number(text) : null;
    return { line, code: codeKeyOf(text), id, requestId };
  });
  return run(ctx.db, load, {
    ...sceneParameters(ctx, { ...input, requestId: null }),
    wishes: JSON.stringify(wishes),
  });
}

/** One row of the redemption's lines. */
export type SavedLine = {
  readonly line: number;
  readonly rewardId: number;
  readonly name: string;
  readonly qty: number;
  readonly stampsUsed: number;
  readonly requestId: string | null;
};

/** What redeem-multiple-rewards writes, as one statement's parameters. */
export type RewardsSaving = {
  readonly redemptionId: number;
  readonly customerId: number;
  readonly storeId: number;
  readonly name: string;
  readonly cost: number;
  readonly channel: number | null;
  readonly invoiceNumber: string | null;
  readonly authorizationIds: readonly number[];
  readonly actor: string;
  readonly lines: readonly SavedLine[];
  readonly vouchers: readonly NewVoucher[];
};

/** The stamps that are left. */
export type RewardsChanged = { readonly stamps: number };

const save = statement<RewardsChanged>(
  "save_rewards_redemption",
  {
    key: keyArm,
    wanted: sql`select id::bigint from json_array_elements_text(${p("authorizationIds")}::json) as id`,
    // Requests may share authorizations in opposite orders: rows are taken by id.
    locked: sql`select a.id from redemption_authorizations a
      where a.merchant_id = ${p("merchantId")}::bigint and a.id in (select id from wanted)
        and a.customer_id = ${p("customerId")}::bigint
        and a.spent_by_redemption_id is null and a.expires_at > ${now} and ${keyed}
      order by a.id for update`,
    spent_authorization: sql`update redemption_authorizations
      set spent_by_redemption_id = ${p("redemptionId")}::bigint
      where merchant_id = ${p("merchantId")}::bigint and id in (select id from locked)
      returning id`,
    charged: sql`update memberships set stamps = stamps - ${p("cost")}::bigint
      where merchant_id = ${p("merchantId")}::bigint and customer_id = ${p("customerId")}::bigint
        and stamps >= ${p("cost")}::bigint and status = 100 and not is_blocked
        and ${stillEntered} and ${keyed}
        and (select count(*) from spent_authorization) = (select count(*) from wanted)
        and (exists (select 1 from wanted) or not (
          select redemption_pin_authorization from merchants where id = ${p("merchantId")}::bigint))
      returning stamps`,
    redeemed: redemptionArm(sql`charged`),
    line: sql`insert into redemption_lines (merchant_id, redemption_id, line, reward_id, name, qty, stamps_used, request_id)
      select ${p("merchantId")}::bigint, r.id, l.line, l."rewardId", l.name, l.qty, l."stampsUsed", l."requestId"
      from redeemed r, json_to_recordset(${p("lines")}::json) as l(
        line int, "rewardId" bigint, name text, qty int, "stampsUsed" bigint, "requestId" text)`,
    entry: chargeEntryArm,
    issued: issueArm,
    opened: openingArm,
    changed: sql`select json_build_object('stamps', c.stamps) as doc from charged c, redeemed`,
    kept: keptArm,
  },
  changedOrRefuse,
);

/** Takes the total once and writes every line, or refuses whole. */
export function saveRewardsRedemption(
  ctx: CoreContext,
  saving: RewardsSaving,
  keyedBy: Keyed,
): Promise<RewardsChanged> {
  return run(ctx.db, save, {
    ...saving,
    ...keyedBy,
    kind: "rewards",
    extraData: null,
    merchantId: ctx.caller.merchant.id,
    offsetMs: ctx.clockOffsetMs,
    authorizationIds: JSON.stringify(saving.authorizationIds),
    lines: JSON.stringify(saving.lines),
    vouchers: JSON.stringify(saving.vouchers),
  });
}
