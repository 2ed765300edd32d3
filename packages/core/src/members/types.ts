import type { SpendingState } from "../foundation/budgets/index.ts";
import type { Secret } from "../foundation/secret.ts";
import type { DueLedger } from "../holding/stamps/index.ts";
import type { Customer, Membership } from "../people/customers/index.ts";
import type { PinLimits, PinTries } from "../people/pin/index.ts";
import type { StoreRef } from "../running/merchants/index.ts";

/** A member, as returned to tokens. Interface 2, section 5. */
export type Member = {
  readonly customer: Customer;
  /** The membership. Its stamps are those that can be spent now. */
  readonly membership: Membership;
  /** The primary Member ID comes first. Without a Member ID, the list has the id as a string. */
  readonly memberIds: readonly string[];
  readonly postalCode: string;
  /** Whether the email is known to be the member's, and the mobile number. */
  readonly emailIsVerified: boolean;
  readonly phoneIsVerified: boolean;
  /** The merchant's notes about the member. */
  readonly notes: string;
  /** The employee who registered the member, or null. */
  readonly employeeCode: string | null;
  readonly consents: Consents;
  readonly registrationStatus: "Full" | "Partial";
  /** Whether the member's status and registration allow them to redeem. */
  readonly mayRedeem: boolean;
  readonly hasPin: boolean;
  readonly isPinBlocked: boolean;
  readonly hasPassword: boolean;
  /** Whether the merchant asks for a PIN before each redemption. */
  readonly needsAuthorization: boolean;
};

/** The kinds of marketing to which a member agreed. */
type Consents = {
  readonly newsletters: boolean;
  readonly smsMarketing: boolean;
  readonly whatsappMarketing: boolean;
};

/** A member in a list of suggestions. */
export type MemberSuggested = Pick<Member, "customer" | "membership" | "memberIds">;

/** The spending that a member needs to reach a level, or to keep one. */
export type SpendingRequirement = {
  /** The missing amount, a decimal with two places. */
  readonly missing: string;
  /**
   * `YYYY-MM-DD`. For reaching a level: the last day on which all spending so far counts, or null if nothing
   * was spent. For keeping a level: the level's last day.
   */
  readonly deadline: string | null;
  /** The code of the level that is reached, or to which the member falls. */
  readonly level: number;
  readonly levelName: string;
};

/**
 * The spending that a member needs to reach the next level (`upgrade`), and to keep the present one
 * (`downgrade`).
 */
export type LevelProgress = {
  /** Whether the merchant has a level that members reach by spending. */
  readonly levelsCarrySpending: boolean;
  readonly upgrade: SpendingRequirement | null;
  readonly downgrade: SpendingRequirement | null;
};

/** The stamps left of one lot. A lot's stamps are given together and expire together. */
export type ExpiringStamps = {
  /** The number of the ledger's entry that made the lot; unique for a member. */
  readonly number: number;
  readonly stamps: number;
  /** The last day on which the stamps can be spent, `YYYY-MM-DD` in the merchant's zone. */
  readonly expiresOn: string;
};

/** The data with which a POS registers a member. Absent parts are null. */
export type Registration = {
  /** Empty: the member gave no name, and the registration is Partial. */
  readonly name: string;
  readonly email: string | null;
  readonly mobileNumber: string | null;
  /** Null: the service makes a Member ID. */
  readonly memberId: string | null;
  readonly gender: string;
  readonly address: string;
  /** `YYYY-MM-DD` */
  readonly birthday: string | null;
  readonly postalCode: string;
  readonly notes: string;
  /** Whether the member may redeem. */
  readonly isActive: boolean;
  /** Whether the email is known to be the member's, and the mobile number. Need the scope `members.identity`. */
  readonly emailIsVerified?: boolean;
  readonly phoneIsVerified?: boolean;
  readonly store: StoreRef | null;
  /** Needs the scope `password`. */
  readonly password: Secret | null;
  /** Needs the scope `pin`. */
  readonly pin: Secret | null;
  /** The code of another member, the referrer. */
  readonly referralCode: string | null;
  readonly employeeCode: string | null;
  /** Null: the merchant's setting for new members. */
  readonly newsletters: boolean | null;
  readonly smsMarketing: boolean | null;
  readonly whatsappMarketing: boolean | null;
  readonly method: string | null;
  /** The code of the template for a message to the member; null for no message. */
  readonly messageTemplate: string | null;
  readonly extraData: { readonly [key: string]: unknown } | null;
};

/** The data of a member that the statement reads. */
export type MemberSeen = {
  readonly budgets: readonly SpendingState[];
  readonly customer: Customer | null;
  readonly membership: Membership | null;
  readonly due: DueLedger | null;
  readonly details: {
    readonly otherMemberIds: readonly string[];
    readonly postalCode: string;
    readonly emailIsVerified: boolean;
    readonly phoneIsVerified: boolean;
    readonly notes: string;
    readonly employeeCode: string | null;
    readonly consents: Consents;
    readonly registrationStatus: Member["registrationStatus"];
  } | null;
  readonly pin: PinTries | null;
  readonly hasPassword: boolean;
  readonly settings: {
    readonly pinLimits: PinLimits;
    readonly needsAuthorization: boolean;
    readonly partialMayRedeem: boolean;
  };
};
