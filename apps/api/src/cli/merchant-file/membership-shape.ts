import { membershipStatuses } from "@stampbook/core/customers";
import { MOST_LOTS, mostOf } from "@stampbook/core/limits";
import { z } from "zod";
import {
  day,
  expects,
  flag,
  maybe,
  moment,
  oneOf,
  signedAmount,
  smallWhole,
  tags,
  text,
  whole,
} from "./fields.ts";

const lot = z.strictObject(
  { stamps: whole(1, mostOf.stamps), expires_on: maybe(day) },
  expects("an object"),
);

/** The stamps of lots together. */
export const sumOf = (lots: readonly { readonly stamps: number }[]) =>
  lots.reduce((sum, { stamps }) => sum + stamps, 0);

const statusOf = new Map(
  Object.entries(membershipStatuses).map(([status, name]) => [
    name,
    Number(status) as keyof typeof membershipStatuses,
  ]),
);
const aStatus = "one of 100, 200, 300; member_status takes Active, Inactive, Suspended instead";

/** A membership in an import file. */
export const membership = z
  .strictObject(
    {
      level: maybe(smallWhole(0)),
      status: maybe(
        z
          .number(expects(aStatus))
          .refine((status) => status in membershipStatuses, `must be ${aStatus}`),
      ),
      member_status: maybe(oneOf(["Active", "Inactive", "Suspended"])),
      // as many as an export can divide into lots
      stamps: maybe(whole(0, mostOf.stamps * MOST_LOTS)),
      lots: maybe(
        z.array(lot, expects("a list")).max(MOST_LOTS, `has at most ${MOST_LOTS} entries`),
      ),
      stamps_owed: whole(0, mostOf.stamps * MOST_LOTS).default(0),
      balance: signedAmount.default("0.00"),
      tags,
      referral_code: text(mostOf.code).default(""),
      start_date: maybe(day),
      is_blocked: flag.default(false),
      created: maybe(moment),
      level_until: maybe(day),
    },
    expects("an object"),
  )
  .refine(({ stamps, lots }) => !lots || stamps === null || stamps === sumOf(lots), {
    path: ["lots"],
    error: "add up to another number than stamps",
  })
  .refine(
    ({ status, member_status }) =>
      status === null || member_status === null || status === statusOf.get(member_status),
    { path: ["member_status"], error: "is another than status" },
  );

/** The status as a number: of the word, if the row has one, and else Active. */
export function statusCode({ status, member_status: name }: z.output<typeof membership>): number {
  return status ?? statusOf.get(name ?? "Active") ?? 100;
}
