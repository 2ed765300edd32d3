import type { CoreDeps } from "../../foundation/context.ts";
import { mostOf } from "../../foundation/limits.rules.ts";
import { replayLedger } from "../../holding/stamps/index.ts";
import {
  asOfNow,
  cataloguePages,
  type ExportedCustomer,
  peoplePages,
  selectMerchant,
  selectPage,
  wholeKinds,
} from "./export.sql.ts";
import type { Moved, MovedBatch, MovedKind, MovedMerchant } from "./import.rules.ts";

/**
 * The parts of an export, in the order of the file: the merchant, then for each kind its batches and an end.
 */
export type ExportPart =
  | { readonly kind: "merchant"; readonly row: MovedMerchant }
  | MovedBatch
  /** Ends the rows of a kind. A kind without rows has only this part. */
  | { readonly kind: "end"; readonly of: MovedKind };

const ROWS = 1_000;

/** Returns a row as it is exported. A customer's ledger entries are replaced by lots (`MovedLot`). */
function movedRow(row: object): object {
  return "entries" in row ? withLots(row as ExportedCustomer) : row;
}

/**
 * Returns the customer with lots: the remaining stamps, summed for each last day, and divided where they are
 * more than a lot of a file may have. Stamps that never expire have a null day.
 */
function withLots({ entries, ...customer }: ExportedCustomer): Moved["customers"] {
  const left = new Map<string | null, number>();
  const undated = [{ left: customer.stamps, expiresOn: null }];
  for (const lot of entries ? replayLedger(entries).lots : undated)
    left.set(lot.expiresOn, (left.get(lot.expiresOn) ?? 0) + lot.left);
  const lots = [...left].flatMap(([expiresOn, stamps]) =>
    asLots(stamps).map((each) => ({ stamps: each, expiresOn })),
  );
  return { ...customer, lots };
}

/** Divides stamps into lots that an import accepts. */
function asLots(stamps: number): readonly number[] {
  const { stamps: most } = mostOf;
  return Array.from({ length: Math.ceil(stamps / most) }, (_, n) =>
    Math.min(most, stamps - n * most),
  );
}

/**
 * Exports a merchant as of one moment: balances, states and past sales, but no redemptions and no ledgers.
 * Secrets are exported as verifiers. At most one page is in memory: the next page is read after `write`
 * resolves. Returns false if the merchant does not exist.
 */
export async function exportMerchant(
  deps: CoreDeps,
  merchantId: number,
  write: (part: ExportPart) => Promise<void>,
): Promise<boolean> {
  return asOfNow(deps.db, async (tx) => {
    const merchant = await selectMerchant(tx, merchantId);
    if (!merchant) return false;
    await write({ kind: "merchant", row: merchant });

    type Paged = typeof peoplePages & typeof cataloguePages;
    async function writePaged<Kind extends keyof Paged>(kind: Kind) {
      for (let after = 0; ; ) {
        const page = { ...peoplePages, ...cataloguePages }[kind];
        const rows = await selectPage<{ id: number }>(tx, page, merchantId, after, ROWS);
        if (rows.length) await write({ kind, rows: rows.map(movedRow) } as MovedBatch);
        after = rows.at(-1)?.id ?? after;
        if (rows.length < ROWS) return write({ kind: "end", of: kind });
      }
    }
    async function writeWhole(kind: keyof typeof wholeKinds) {
      const rows = await selectPage<unknown>(tx, wholeKinds[kind], merchantId, 0, 0);
      if (rows.length) await write({ kind, rows } as MovedBatch);
      await write({ kind: "end", of: kind });
    }

    await writeWhole("levels");
    await writePaged("stores");
    await writePaged("customers");
    await writePaged("voucherTemplates");
    await writePaged("rewards");
    await writePaged("vouchers");
    await writePaged("transactions");
    await writePaged("promoCodes");
    await writeWhole("paymentMethods");
    await writeWhole("messageTemplates");
    await writeWhole("tokens");
    await writeWhole("staff");
    return true;
  });
}
