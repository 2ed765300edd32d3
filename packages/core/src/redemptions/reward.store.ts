import { run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../context.ts";
import { changedOrRefuse, type Keyed, keptArm, keyArm } from "../retries/index.ts";
import type { CatalogueReward, RewardChanged } from "./reward.rules.ts";
import {
  authorizationArm,
  chargeArm,
  chargeEntryArm,
  issueArm,
  openingArm,
  redemptionArm,
} from "./saving.store.ts";
import type { Scene } from "./scene.rules.ts";
import { sceneArms, sceneParameters, sceneParts, templateDoc } from "./scene.store.ts";
import type { ExtraData, RedeemInput } from "./types.ts";
import type { NewVoucher, VoucherTemplate } from "./voucher.rules.ts";

const p = sql.placeholder;

/** What the rules of redeem-reward look at. */
export type RewardScene = Scene & {
  readonly reward: CatalogueReward | null;
  /** Of the voucher that the reward carries. */
  readonly template: VoucherTemplate | null;
};

/** A reward as a `CatalogueReward`; `rw` is its row. */
export const rewardDoc = sql`json_build_object(
  'id', rw.id, 'code', rw.code, 'name', rw.name, 'kind', rw.kind,
  'stampsToRedeem', rw.stamps_to_redeem, 'extraData', rw.extra_data, 'isActive', rw.is_active,
  'startDate', rw.start_date, 'endDate', rw.end_date, 'stores', rw.stores, 'channels', rw.channels)`;

const load = statement<RewardScene>(
  "load_reward_scene",
  {
    ...sceneArms,
    reward: sql`select ${rewardDoc} as doc, case when t.id is not null then ${templateDoc} end as template
      from rewards rw
      left join voucher_templates t on t.merchant_id = rw.merchant_id and t.id = rw.voucher_template_id
      where rw.merchant_id = ${p("merchantId")}::bigint and rw.id = ${p("reward")}::bigint`,
  },
  sql`json_build_object(${sceneParts},
    'reward', (select doc from reward), 'template', (select template from reward))`,
);

/** Reads the scene of redeem-reward. */
export function loadRewardScene(
  ctx: CoreContext,
  input: RedeemInput & { readonly reward: number },
): Promise<RewardScene> {
  return run(ctx.db, load, { ...sceneParameters(ctx, input), reward: input.reward });
}

/** What redeem-reward writes, as one statement's parameters. */
export type RewardSaving = {
  readonly redemptionId: number;
  readonly customerId: number;
  readonly storeId: number;
  readonly rewardId: number;
  readonly name: string;
  readonly cost: number;
  readonly qty: number;
  readonly channel: number | null;
  readonly invoiceNumber: string | null;
  readonly extraData: ExtraData | null;
  readonly requestId: string | null;
  readonly authorizationId: number | null;
  readonly actor: string;
  readonly vouchers: readonly NewVoucher[];
};

const save = statement<RewardChanged>(
  "save_reward_redemption",
  {
    key: keyArm,
    spent_authorization: authorizationArm,
    charged: chargeArm,
    redeemed: redemptionArm(sql`charged`),
    line: sql`insert into redemption_lines (merchant_id, redemption_id, line, reward_id, name, qty, stamps_used, request_id)
      select ${p("merchantId")}::bigint, id, 1, ${p("rewardId")}::bigint, ${p("name")}::text,
        ${p("qty")}::int, ${p("cost")}::bigint, ${p("requestId")}::text from redeemed`,
    entry: chargeEntryArm,
    issued: issueArm,
    opened: openingArm,
    changed: sql`select json_build_object('stamps', c.stamps) as doc from charged c, redeemed`,
    kept: keptArm,
  },
  changedOrRefuse,
);

/** Takes the stamps and writes the redemption with all that belongs to it, or refuses whole. */
export function saveRewardRedemption(
  ctx: CoreContext,
  saving: RewardSaving,
  keyed: Keyed,
): Promise<RewardChanged> {
  return run(ctx.db, save, {
    ...saving,
    ...keyed,
    kind: "reward",
    merchantId: ctx.caller.merchant.id,
    offsetMs: ctx.clockOffsetMs,
    extraData: saving.extraData === null ? null : JSON.stringify(saving.extraData),
    vouchers: JSON.stringify(saving.vouchers),
  });
}
