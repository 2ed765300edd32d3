import type { Customer, Membership } from "../../people/customers/types.ts";
import type { ExtraData, Redeemed } from "./types.ts";

/** The part `frame` of a stored outcome, for every way to redeem. Answers and replays are built from it. */
export type RedemptionFrame = {
  readonly saving: {
    readonly redemptionId: number;
    readonly name: string;
    /** The cost in stamps; 0 if absent. */
    readonly cost?: number;
    readonly extraData?: ExtraData | null;
  };
  readonly customer: Customer;
  readonly membership: Membership;
};

/** Returns the common part of all outcomes. `changed` contains the changed fields of the membership. */
export function redeemed(
  { saving, customer, membership }: RedemptionFrame,
  changed: Partial<Membership> = {},
): Redeemed {
  return {
    redemption: {
      id: saving.redemptionId,
      name: saving.name,
      stampsUsed: saving.cost ?? 0,
      status: "Created",
      extraData: saving.extraData ?? null,
    },
    customer,
    membership: { ...membership, ...changed },
  };
}
