import { schema } from "@stampbook/db";
import { someSettings } from "../merchants/index.ts";
import type { ProgrammeSettings } from "./programme.rules.ts";

const { merchants } = schema;

/** How sales earn, how long stamps are valid, how members join and redeem. */
export const programme = someSettings<ProgrammeSettings>(
  "programme",
  {
    earnAmount: merchants.earnAmount,
    earnStamps: merchants.earnStamps,
    earnOn: merchants.earnOn,
    earnMaxPerTransaction: merchants.earnMaxPerTransaction,
    earnMaxPerDay: merchants.earnMaxPerDay,
    acceptStampsFromPos: merchants.acceptStampsFromPos,
    stampsValidDays: merchants.stampsValidDays,
    spentStampsOnCancel: merchants.spentStampsOnCancel,
    spentStampsOnReturn: merchants.spentStampsOnReturn,
    oneRedemptionPerInvoice: merchants.oneRedemptionPerInvoice,
    partialMayRedeem: merchants.partialMayRedeem,
    memberIdPrefix: merchants.memberIdPrefix,
    marketingDefault: merchants.marketingDefault,
  },
  { action: "programme.save", subject: "programme" },
);

/** Returns the merchant's programme. */
export const getProgramme = programme.get;
