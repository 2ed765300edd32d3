import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from "drizzle-orm/pg-core";
import { createdAt, flag, limitedTo, merchantId, moment } from "./columns.ts";
import { merchants } from "./merchants.ts";

/** A moment as a `Date`, for the tables that better-auth reads and writes. */
const instant = () => timestamp({ withTimezone: true, mode: "date" });
const madeAt = () => instant().notNull().default(sql`clock_timestamp()`);
const userId = () =>
  text()
    .notNull()
    .references(() => staffUsers.id, { onDelete: "cascade" });

/** A person who works for one or more merchants. */
export const staffUsers = pgTable("staff_users", {
  id: text().primaryKey(),
  name: text().notNull(),
  /** Lower-cased. */
  email: text().notNull().unique("staff_users_email"),
  /** Whether the person has shown that they read the mails to the address, or an operator confirmed it. */
  emailVerified: flag(false),
  image: text(),
  twoFactorEnabled: flag(false),
  createdAt: madeAt(),
  updatedAt: madeAt(),
});

/** A person's way to sign in. The password is stored as an argon2id verifier. */
export const staffAccounts = pgTable(
  "staff_accounts",
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    userId: userId(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: instant(),
    refreshTokenExpiresAt: instant(),
    scope: text(),
    password: text(),
    createdAt: madeAt(),
    updatedAt: madeAt(),
  },
  (t) => [index("staff_accounts_user").on(t.userId), unique().on(t.providerId, t.accountId)],
);

/** A session. The cookie carries a signed token, so this row alone grants no access. */
export const staffSessions = pgTable(
  "staff_sessions",
  {
    id: text().primaryKey(),
    token: text().notNull().unique("staff_sessions_token"),
    userId: userId(),
    expiresAt: instant().notNull(),
    ipAddress: text(),
    userAgent: text(),
    /** The merchant whose console is open, if the person works for several. */
    activeMerchantId: bigint({ mode: "number" }),
    /**
     * When the person last confirmed their password in this session, after the sign-in. A change of passkeys
     * or of the staff PIN, and the enrollment of a shared device, need a recent time.
     */
    passwordCheckedAt: moment(),
    /**
     * The shared device and the PIN that opened the session. Null if the person signed in with their
     * password.
     */
    deviceMerchantId: bigint({ mode: "number" }),
    deviceId: bigint({ mode: "number" }),
    pinId: text(),
    createdAt: madeAt(),
    updatedAt: madeAt(),
  },
  (t) => [index("staff_sessions_user").on(t.userId)],
);

/** Pending requests and challenges: resets, second factors, passkeys. */
export const staffVerifications = pgTable(
  "staff_verifications",
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: instant().notNull(),
    createdAt: madeAt(),
    updatedAt: madeAt(),
  },
  (t) => [index("staff_verifications_identifier").on(t.identifier)],
);

/** A person's authenticator; secret and backup codes are encrypted. */
export const staffTwoFactors = pgTable(
  "staff_two_factors",
  {
    id: text().primaryKey(),
    userId: userId(),
    secret: text().notNull(),
    backupCodes: text().notNull(),
    /** Whether a first code has proven that the authenticator has the secret. */
    verified: boolean().default(true),
    failedVerificationCount: integer().default(0),
    lockedUntil: instant(),
    /** The newest 30-second step whose code was used. Codes of this and older steps are refused. */
    lastUsedStep: bigint({ mode: "number" }),
  },
  (t) => [index("staff_two_factors_user").on(t.userId)],
);

/** A person's passkeys. */
export const staffPasskeys = pgTable(
  "staff_passkeys",
  {
    id: text().primaryKey(),
    name: text(),
    publicKey: text().notNull(),
    userId: userId(),
    credentialID: text("credential_id").notNull().unique("staff_passkeys_credential"),
    counter: integer().notNull(),
    deviceType: text().notNull(),
    backedUp: boolean().notNull(),
    transports: text(),
    aaguid: text(),
    createdAt: instant().default(sql`clock_timestamp()`),
  },
  (t) => [index("staff_passkeys_user").on(t.userId)],
);

/** Counters that slow down requests to the sign-in service and for invitations, by address and by person. */
export const staffRateLimits = pgTable("staff_rate_limits", {
  key: text().primaryKey(),
  count: integer().notNull(),
  windowStart: moment().notNull(),
});

/** A person's rights at a merchant, and the stores they apply to (empty: all). */
export const staffMembers = pgTable(
  "staff_members",
  {
    merchantId: merchantId().references(() => merchants.id),
    userId: userId(),
    /** owner, manager, cashier */
    role: text().notNull(),
    stores: limitedTo(),
    createdAt: createdAt(),
    /** When the person last made a call at this merchant; written at most once a minute. */
    lastSeenAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.userId] }),
    index("staff_members_user").on(t.userId),
    check("staff_members_role", sql`${t.role} in ('owner', 'manager', 'cashier')`),
  ],
);

/** A person invited by mail to work for a merchant. The link's secret is stored as SHA-256. */
export const staffInvitations = pgTable(
  "staff_invitations",
  {
    merchantId: merchantId().references(() => merchants.id),
    id: text().notNull(),
    /** Lower-cased. */
    email: text().notNull(),
    role: text().notNull(),
    stores: limitedTo(),
    secretHash: text().notNull(),
    /** Whether only a mail has the link, so that who opens it reads the mails to the address. */
    isMailed: flag(false),
    /** `staff:<id>` */
    invitedBy: text().notNull(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    acceptedAt: moment(),
    revokedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    unique("staff_invitations_secret_hash").on(t.secretHash),
    check("staff_invitations_role", sql`${t.role} in ('owner', 'manager', 'cashier')`),
  ],
);
