/**
 * The contract suites that also run on the embedded database. The text of each suite names the parts that
 * depend on the database's driver: how values are bound and read, which errors are reported, or how calls
 * share the one session.
 *
 * The other suites run on PostgreSQL only. They test the transport, tokens, texts and hashes, whose code
 * reaches the database through the values and errors that these suites cover. Other tests use the embedded
 * database too:
 * - The files `rules-and-statement.test.ts` in the core run the statements of operations that write.
 * - `fuzz-embedded.test.ts` sends bodies to every operation.
 * - `core/src/credentials/embedded.test.ts` uses every operation of PINs, passwords and one-time passwords.
 * - The console's journeys run on it.
 */
export const embeddedSuites: Readonly<Record<string, string>> = {
  "redeem-reward (R1)":
    "whole numbers, booleans and JSON in both directions; arrays of stores and channels; a guard's error",
  "redeem-voucher (R2)":
    "money as text, dates without a time, moments, null; text that cannot be stored",
  "deduct-value (R3)": "exact sums of money, and numbers beyond 2^53",
  "a redemption with an invoice number and no Idempotency-Key":
    "a hash over a JSON list, which must be the same text for the same call",
  "redeem-promo-code (R5)": "times of day; uses that are counted under a lock",
  "transactions/add (T1, T2)": "decimals, lists as JSON in both directions, days by a store's zone",
  "reads of transactions (T3, T4, T5)": "days and numbers as filters; pages by id",
  "transactions/cancel (T6, T7)": "a document that is changed as jsonb; a replay of the ledger",
  "transactions/add-with-redemptions (T10)":
    "a transaction of several verbs on the one session, with what is written after its rollback",
  "transactions/modify (T9)": "lines that are read and changed as JSON; sums of decimals",
  "memberships/change-profile (M13, M14)":
    "profiles that are compared and changed as jsonb; notices with their budgets",
  "memberships/anonymize (M16)": "a transaction of many statements that also writes a key",
  "stamps/add (S1, S2)": "days that may be null, in both directions, and the earliest of them",
  "stamps/cancel (S3)": "a comparison of two booleans under a lock",
  "memberships/deduct-stamps (S4)": "a moment that is answered from a stored document",
  "memberships/set-level (M15)": "days by a merchant's zone; a row of history with each change",
  "merchants/add-or-update-payment-method (T8)":
    "booleans, and JSON values that are compared as text",
  "look-ups of members (M1 to M5)":
    "ranges of texts in bytewise order, sums over months, budgets that are spent in a read",
  "vouchers/validate (C3)": "budgets that are spent in a read; money, days and JSON in answers",
  "vouchers/by-merchant-group (C5)": "arrays of channels, days in a zone; pages by id",
  "rewards (C1, C2)": "arrays of stores and channels, days in a zone; budgets spent in a read",
  "vouchers/issue (C6)": "decimals, days and lists of rows in JSON that one statement writes",
  "promo-codes/validate (C4)": "times of day, days and JSON in answers",
  "memberships/register (M10, M11)":
    "unique identifiers under parallel calls; lists of texts; verifiers in the same statement",
  "an Idempotency-Key":
    "unique keys under parallel calls; JSON that is read as it was written; bytes of fingerprints",
  secrets: "every row as the embedded database stores it",
  "bookings/add": "dates and times of day in a store's zone; any text and number as it was sent",
  "bookings by a token with their scope": "dates and times of day that are listed; revisions",
  "signing in by each way":
    "better-auth's own adapter: dates, booleans, encrypted texts, sessions that are deleted",
};
