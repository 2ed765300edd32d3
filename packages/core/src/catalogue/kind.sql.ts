import type { Fields as DocumentFields, schema } from "@stampbook/db";
import type { SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Listed } from "./types.ts";

/** One kind of catalogue item: its table, and the column of each field. */
export type Kind<Fields, Item extends Listed<Fields>> = {
  readonly table: CatalogueTable;
  /** The table's name. Also the kind of its ids in `ids.take`, and a part of its statements' names. */
  readonly name: "rewards" | "voucher_templates" | "promo_codes";
  /** The name in audit entries, such as `voucher template`. */
  readonly noun: string;
  readonly columns: { readonly [Field in keyof Fields]: PgColumn };
  /** Fields besides `columns` that are read with an item. */
  readonly more?: DocumentFields;
  /** An SQL condition on the row `x` and the new fields `given`. If it is false, an update writes nothing. */
  readonly guard?: SQL;
  readonly item?: Item;
};

type CatalogueTable =
  | typeof schema.rewards
  | typeof schema.voucherTemplates
  | typeof schema.promoCodes;
