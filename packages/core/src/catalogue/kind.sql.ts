import type { Fields as DocumentFields, schema } from "@stampbook/db";
import type { SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Listed } from "./types.ts";

/** One kind of catalogue item: its table, and the column of each field. */
export type Kind<Fields, Item extends Listed<Fields>> = {
  readonly table: CatalogueTable;
  /** The table's name. Statements and ids are named after it. */
  readonly name: "rewards" | "voucher_templates" | "promo_codes";
  /** The name in audit entries: `voucher template`. */
  readonly noun: string;
  readonly columns: { readonly [Field in keyof Fields]: PgColumn };
  /** Further fields of a list. */
  readonly more?: DocumentFields;
  /** A condition on the row `x` and the new fields `given` that protects an update. */
  readonly guard?: SQL;
  readonly item?: Item;
};

type CatalogueTable =
  | typeof schema.rewards
  | typeof schema.voucherTemplates
  | typeof schema.promoCodes;
