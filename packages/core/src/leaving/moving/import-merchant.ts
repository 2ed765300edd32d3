import type { CoreDeps } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { tryTemplate, unusableTemplate } from "../../foundation/messages/index.ts";
import {
  type Moved,
  type MovedBatch,
  type MovedKind,
  type MovedMerchant,
  outgrows,
} from "./import.rules.ts";
import {
  analyzeTables,
  insertCounters,
  insertImportedFile,
  insertMerchant,
  insertPlain,
  togetherOrNotAtAll,
} from "./import.sql.ts";
import { importCustomers } from "./import-customers.ts";
import { insertSales } from "./import-sales.sql.ts";
import { importStaff, type MadePassword } from "./import-staff.ts";
import { importTokens, type MadeToken } from "./import-tokens.ts";
import { insertVouchers } from "./import-vouchers.sql.ts";
import { type NextIds, raiseNextId } from "./next-ids.rules.ts";

/** A merchant to import. Rows to which a batch refers must be in earlier batches. */
type MerchantImport = {
  readonly merchant: MovedMerchant;
  /** The SHA-256 of the file's bytes, in hexadecimal. */
  readonly digest: string;
  /** The rows of the file. If the iteration throws, the import writes nothing. */
  readonly batches: AsyncIterable<MovedBatch>;
};

/** The result of an import. Contains generated secrets, which cannot be read again later. */
export type MerchantImported = {
  readonly counts: Readonly<Partial<Record<MovedKind, number>>>;
  readonly tokens: readonly MadeToken[];
  readonly passwords: readonly MadePassword[];
  /** Addresses of people who already had an account. They keep their names and passwords. */
  readonly knownStaff: readonly string[];
};

/**
 * Writes a new merchant with all its data in one transaction, or nothing. Plain secrets are hashed inside the
 * transaction. No other call waits for its locks, because the merchant is new.
 */
export async function importMerchant(
  deps: CoreDeps,
  { merchant, digest, batches }: MerchantImport,
): Promise<MerchantImported> {
  return togetherOrNotAtAll(deps.db, async (tx) => {
    const inside = { ...deps, db: tx };
    const next: NextIds = new Map();
    const counts: Partial<Record<MovedKind, number>> = {};
    const tokens: MadeToken[] = [];
    const passwords: MadePassword[] = [];
    const knownStaff: string[] = [];

    async function write(batch: MovedBatch): Promise<void> {
      switch (batch.kind) {
        case "levels":
        case "paymentMethods":
          return insertPlain(tx, merchant.id, batch);
        case "messageTemplates":
          return importTemplates(tx, merchant, batch.rows);
        case "customers":
          raiseNextId(next, batch.kind, batch.rows);
          return importCustomers(inside, merchant, batch.rows);
        case "transactions":
          raiseNextId(next, batch.kind, batch.rows);
          return insertSales(inside, merchant.id, batch.rows);
        case "vouchers":
          raiseNextId(next, batch.kind, batch.rows);
          return insertVouchers(inside, merchant.id, batch.rows);
        case "tokens": {
          const made = await importTokens(inside, merchant.id, batch.rows, next);
          tokens.push(...made);
          return;
        }
        case "staff": {
          const done = await importStaff(inside, merchant.id, batch.rows);
          passwords.push(...done.passwords);
          knownStaff.push(...done.known);
          return;
        }
        default:
          raiseNextId(next, batch.kind, batch.rows);
          return insertPlain(tx, merchant.id, batch);
      }
    }

    await insertMerchant(tx, merchant);
    for await (const batch of batches) {
      await write(batch);
      const before = counts[batch.kind] ?? 0;
      counts[batch.kind] = before + batch.rows.length;
      if (outgrows(before, batch.rows.length)) await analyzeTables(tx, batch.kind);
    }
    await insertCounters(tx, merchant.id, next);
    await insertImportedFile(tx, merchant.id, digest);
    return { counts, tokens, passwords, knownStaff };
  });
}

/** Inserts message templates. The HTML of a template with MJML is compiled from the MJML. */
async function importTemplates(
  db: Parameters<typeof insertPlain>[0],
  merchant: MovedMerchant,
  rows: readonly Moved["messageTemplates"][],
): Promise<void> {
  const compiled: Moved["messageTemplates"][] = [];
  for (const row of rows) {
    const tried = await tryTemplate(row, merchant);
    if ("problem" in tried)
      throw new Failure({ ...unusableTemplate(row.code, tried.problem), field: tried.part });
    compiled.push({ ...tried.template, mjml: row.mjml });
  }
  await insertPlain(db, merchant.id, { kind: "messageTemplates", rows: compiled });
}
