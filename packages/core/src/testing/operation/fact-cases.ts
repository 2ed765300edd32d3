import type { CallKey } from "../../foundation/writing/index.ts";
import { past } from "./days.ts";
import type { Parts } from "./tested.ts";

// Cases of the checks, locks and subjects that come with the facts of a store, a member and an authorization.

export const storeCases = {
  storeExists: { call: { storeId: null, storeCode: "NOPE" } },
  storeIsCallers: { call: { allowedStores: [] } },
  storeIsActive: { store: { isActive: false } },
};

export const memberExists = { call: { email: "nobody@example.com" } };

/** A member who may redeem at a store. */
export const redeemerCases = {
  ...storeCases,
  memberExists,
  memberIsNotBlocked: { membership: { isBlocked: true } },
  customerIsActive: { customer: { isActive: false } },
  memberIsActive: { membership: { status: 300 } },
  memberIsNamed: { customer: { registrationStatus: "Partial" } },
};

/** An authorization by PIN, for a merchant that asks for it. */
export const authorizationCases = {
  requestIsAuthorized: { call: { requestId: "unknown" } },
  requestIsNamed: { call: { requestId: null } },
  authorizationIsUnspent: { authorization: { spentByRedemptionId: 1 } },
  authorizationIsLive: { authorization: { expiresAt: past } },
};

export const authorizationMeanwhile = {
  authorizationIsUnspent: "spent_by_redemption_id = 1",
  authorizationIsLive: `expires_at = '${past}'`,
};

/** A member whose stamps may have expired. */
export const dueMember: Parts = { membership: { stamps: 5, nextExpiryOn: past } };

export const dueMeanwhile = {
  table: "memberships",
  change: `next_expiry_on = '${past}'`,
} as const;

export const anonymized = { table: "customers", change: "anonymized_at = now()" } as const;

/** How a twin of a call gets its key. */
export const sameKey = {
  key: ({ key, fingerprint }: CallKey) => ({ key, fingerprint }),
};
