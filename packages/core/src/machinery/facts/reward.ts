import { insertInto, jsonIf, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { insertStampEntries } from "../../holding/stamps/index.ts";
import type { ExtraData } from "../../holding/vouchers/index.ts";
import type { StoreNow } from "../../running/merchants/index.ts";
import { check, fact, from, merchantId, rowOf, updateFrom } from "../kernel/index.ts";
import { availability } from "./availability.ts";
import { memberships } from "./member.ts";
import { tooFewStamps } from "./stamps.rules.ts";
import * as template from "./template.ts";
import type { Reward } from "./types.ts";

const rw = alias(schema.rewards, "rw");
const { templates } = template;
const coded = alias(schema.rewards, "coded");

const call = {
  /** The reward's id. If null, `rewardCode` identifies the reward. */
  reward: "bigint | null",
  /** The reward's code, in the form that `codeKeyOf` returns. */
  rewardCode: "text | null",
  qty: "int",
  stamps: "bigint | null",
  /** The id of the template of `vouchers`; null without vouchers. */
  voucherTemplate: "bigint | null",
  vouchers: "json | null",
} as const;
const c = rowOf("c", { ...call, requestId: 0 });

/** The call's cost in stamps; null for a flexible reward without a price above 0. */
const cost = sql<number>`price.cost`;
const keeps = { rewardId: rw.id, name: rw.name, cost, templateId: templates.id };

/** The call's reward by its id or its code, the template of its voucher, and the cost. */
export const found = fact({
  call,
  joins: ({ limit }) => sql`
  left join lateral (select rw.* from ${from(rw)} where ${rw.merchantId} = ${merchantId}
    and ${rw.id} = coalesce(${c.reward}, (select ${coded.id} from ${from(coded)}
      where ${coded.merchantId} = ${merchantId} and ${coded.codeKey} = ${c.rewardCode} limit 1))${sql.raw(limit)}) rw on true
  left join lateral (select t.* from ${from(templates)} where ${templates.merchantId} = ${merchantId}
    and ${templates.id} = ${rw.voucherTemplateId}${sql.raw(limit)}) t on true
  cross join lateral (select case when ${rw.kind} = 'flexible' then case when ${c.stamps} > 0 then ${c.stamps} end
    else ${rw.stampsToRedeem} * ${c.qty} end as cost) price`,
  keeps,
  shows: {
    reward: jsonIf(rw.id, {
      id: rw.id,
      code: rw.code,
      name: rw.name,
      kind: sql<Reward["kind"]>`${rw.kind}`,
      stampsToRedeem: sql<number>`case when ${rw.kind} = 'flexible' then 0 else ${rw.stampsToRedeem} end`,
      extraData: sql<ExtraData>`${rw.extraData}`,
    }),
    rewardLimits: jsonIf(rw.id, {
      startDate: rw.startDate,
      endDate: rw.endDate,
      stores: rw.stores,
      channels: rw.channels,
    }),
    template: template.document,
    price: cost,
  },
});

/** Whether the call lacks vouchers of the template that its reward has now. */
export const lacksVouchers = sql`${rw.voucherTemplateId} is distinct from ${c.voucherTemplate}`;

export const exists = check({
  code: "invalid_reward",
  holds: () => sql`${rw.id} is not null`,
  words: () => ({ message: "Reward not found", rule: "reward exists" }),
});

type Limits = Record<"startDate" | "endDate", string | null> &
  Record<"stores" | "channels", number[]>;
type Shown = { readonly store: StoreNow; readonly reward: Reward; readonly rewardLimits: Limits };
const code = "reward_not_available";
const here = availability(
  { row: rw, places: rw },
  { other: code, early: code, late: code },
  ({ reward, rewardLimits }: Shown) => ({ noun: `Reward ${reward.name}`, ...rewardLimits }),
);

/** Whether the reward can be redeemed in this store and on this channel today. */
export const isAvailable = {
  rewardIsActive: here.isActive,
  rewardHasStarted: here.hasStarted,
  rewardHasNotEnded: here.hasNotEnded,
  rewardIsAtStore: here.isAtStore,
  rewardIsOnChannel: here.isOnChannel,
};

/** SQL: whether `rw` can be redeemed today in the store `s`, on the channel of `c`. */
export const isAvailableHere: SQL = sql.join(
  Object.values(isAvailable).map(
    ({ holds }) => sql`(${holds({ today: sql`s.today`, storeId: sql`s.id` })})`,
  ),
  sql` and `,
);

export const stampsAreGiven = check({
  code: "required",
  holds: () => sql`${cost} is not null`,
  words: () => ({
    message: "Name the stamps that this flexible reward costs.",
    rule: "a flexible reward's stamps are given",
  }),
});

type Costly = {
  readonly membership: { readonly stamps: number };
  readonly reward: Reward;
  readonly price: number;
};

export const stampsAreHeld = check({
  code: "insufficient_stamps",
  again: "ms",
  holds: (at: { readonly cost: SQL }) => sql`${memberships.stamps} >= ${at.cost}`,
  words: ({ membership, reward, price }: Costly) =>
    tooFewStamps(membership.stamps, price, reward.kind === "flexible" ? "stamps" : undefined),
});

/** The same for the total price of several rewards. */
export const totalIsHeld = check({
  ...stampsAreHeld,
  words: ({ membership, price }: Omit<Costly, "reward">) => tooFewStamps(membership.stamps, price),
});

const l = rowOf("l", { ...keeps, customerId: 0 });
const s = rowOf("s", { ...keeps, redemption: 0 });

/** Subtracts the cost from the membership's stamps. */
export const charge = (isOwned: SQL) =>
  updateFrom(
    memberships,
    {
      stamps: sql`${memberships.stamps} - ${l.cost}`,
      entryNumber: sql`${memberships.entryNumber} + (${l.cost} > 0)::int`,
    },
    {
      from: sql`locked l`,
      where: sql`${memberships.customerId} = ${l.customerId} and ${isOwned}`,
      returning: sql`l.*, ${memberships.stamps}, ${memberships.balance}, ${memberships.entryNumber}`,
    },
  );

/** The ledger entries; a cost of 0 has none. */
export const entries = sql.raw(
  insertStampEntries("changed", {
    cause: "redemption",
    causeId: "s.redemption",
    delta: "-s.cost",
    where: "s.cost > 0",
  }),
);

export const line = insertInto(
  schema.redemptionLines,
  {
    redemptionId: s.redemption,
    line: sql`1`,
    rewardId: s.rewardId,
    name: s.name,
    qty: c.qty,
    stampsUsed: s.cost,
    requestId: c.requestId,
  },
  { from: sql`from changed s join calls c on c.n = s.n`, end: sql`returning 1` },
);
