import type { Db, Fields as DocumentFields, schema } from "@stampbook/db";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { FailureCode, Refusal } from "../../foundation/failures.ts";
import type { Surroundings } from "./catalogue.rules.ts";
import type { Listed } from "./types.ts";

/** One kind of catalogue item: its table, the column of each field, and its rules. */
export type Kind<Fields, Item extends Listed<Fields>> = {
  readonly table: CatalogueTable;
  /** The table's name. Also the kind of its ids in `ids.take`, and a part of its reads' names. */
  readonly name: "rewards" | "voucher_templates" | "promo_codes";
  /** The name in audit entries, such as `voucher template`. */
  readonly noun: string;
  readonly columns: { readonly [Field in keyof Fields]: PgColumn };
  /** Fields besides `columns` that are read with an item. */
  readonly more?: DocumentFields;
  /** Reads what `check` compares of this kind alone. Runs in the transaction that saves the item. */
  readonly look?: (
    tx: Db,
    item: { readonly merchantId: number; readonly id: number; readonly fields: Fields },
  ) => Promise<Partial<Surroundings<Fields>>>;
  readonly check: (fields: Fields, around: Surroundings<Fields>) => Refusal | null;
  /** The code of the refusal of an unknown id. */
  readonly missing: FailureCode;
  readonly item?: Item;
};

type CatalogueTable =
  | typeof schema.rewards
  | typeof schema.voucherTemplates
  | typeof schema.promoCodes;
