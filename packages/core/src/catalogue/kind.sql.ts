import type { Fields as DocumentFields, schema } from "@stampbook/db";
import type { SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { FailureCode, Refusal } from "../failures.ts";
import type { Surroundings } from "./catalogue.rules.ts";
import type { Listed } from "./types.ts";

/** One kind of catalogue item: its table, the column of each field, and its rules. */
export type Kind<Fields, Item extends Listed<Fields>> = {
  readonly table: CatalogueTable;
  /** The table's name. Also the kind of its ids in `ids.take`, and a part of its statements' names. */
  readonly name: "rewards" | "voucher_templates" | "promo_codes";
  /** The name in audit entries, such as `voucher template`. */
  readonly noun: string;
  readonly columns: { readonly [Field in keyof Fields]: PgColumn };
  /** Fields besides `columns` that are read with an item. */
  readonly more?: DocumentFields;
  /** SQL of what `check` compares of this kind alone, over `g`, the new fields. */
  readonly looks?: Partial<
    Readonly<Record<"templateExists" | "templateHoldsNothing" | "uses", SQL>>
  >;
  readonly check: (fields: Fields, around: Surroundings<Fields>) => Refusal | null;
  /** An SQL condition on the row `x` and the new fields `given`. If it is false, an update writes nothing. */
  readonly guard?: SQL;
  /** The code of the refusal of an unknown id. */
  readonly missing: FailureCode;
  readonly item?: Item;
};

type CatalogueTable =
  | typeof schema.rewards
  | typeof schema.voucherTemplates
  | typeof schema.promoCodes;
