import type { CoreDeps } from "../context.ts";
import {
  type MovedBatch,
  type MovedKind,
  type MovedMerchant,
  type NextIds,
  outgrows,
  raiseNextId,
} from "./import.rules.ts";
import {
  analyzeTables,
  insertCounters,
  insertImportedFile,
  insertMerchant,
  insertSettings,
  togetherOrNotAtAll,
} from "./import.sql.ts";
import { insertCatalogue } from "./import-catalogue.sql.ts";
import { importCustomers } from "./import-customers.ts";
import { insertSales } from "./import-sales.sql.ts";
import { importStaff, type MadePassword } from "./import-staff.ts";
import { importTemplates } from "./import-templates.ts";
import { importTokens, type MadeToken } from "./import-tokens.ts";

/** A merchant to import. Rows that a batch refers to come in earlier batches. */
export type MerchantImport = {
  readonly merchant: MovedMerchant;
  /** SHA-256 of the file's bytes. */
  readonly digest: string;
  /** If it throws, nothing is written. */
  readonly batches: AsyncIterable<MovedBatch>;
};

/** The result of an import, with the secrets that cannot be read again. */
export type MerchantImported = {
  readonly counts: Readonly<Partial<Record<MovedKind, number>>>;
  readonly tokens: readonly MadeToken[];
  readonly passwords: readonly MadePassword[];
  /** People who already worked for another merchant; they keep name and password. */
  readonly knownStaff: readonly string[];
};

/**
 * Writes a new merchant with all its data, or nothing. Plain secrets are hashed while the transaction
 * is open. Nobody waits for its rows, because the merchant is new.
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
          return insertSettings.levels(tx, merchant.id, batch.rows);
        case "paymentMethods":
          return insertSettings.paymentMethods(tx, merchant.id, batch.rows);
        case "messageTemplates":
          return importTemplates(tx, merchant, batch.rows);
        case "stores":
          raiseNextId(next, batch.kind, batch.rows);
          return insertSettings.stores(tx, merchant.id, batch.rows);
        case "customers":
          raiseNextId(next, batch.kind, batch.rows);
          return importCustomers(inside, merchant, batch.rows);
        case "voucherTemplates":
          raiseNextId(next, batch.kind, batch.rows);
          return insertCatalogue.voucherTemplates(tx, merchant.id, batch.rows);
        case "rewards":
          raiseNextId(next, batch.kind, batch.rows);
          return insertCatalogue.rewards(tx, merchant.id, batch.rows);
        case "transactions":
          raiseNextId(next, batch.kind, batch.rows);
          return insertSales(tx, merchant.id, batch.rows);
        case "promoCodes":
          raiseNextId(next, batch.kind, batch.rows);
          return insertCatalogue.promoCodes(tx, merchant.id, batch.rows);
        case "vouchers":
          raiseNextId(next, batch.kind, batch.rows);
          return insertCatalogue.vouchers(tx, merchant.id, batch.rows);
        case "tokens": {
          const made = await importTokens(inside, merchant.id, batch.rows, next);
          tokens.push(...made);
          return;
        }
        case "staff": {
          const done = await importStaff(inside, merchant.id, batch.rows);
          passwords.push(...done.passwords);
          knownStaff.push(...done.known);
        }
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
