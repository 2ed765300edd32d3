import { sql } from "drizzle-orm";
import { Failure, movedAway } from "../../foundation/failures.ts";

/** That a merchant's calls are not done in this database, for now or any more. See `stampbook move`. */
export type Moved = {
  /** The address where they are done; null if it is not known yet. */
  readonly address: string | null;
};

/** SQL of a `Moved`, from a left join of `merchant_moves v` that finds no row if the merchant's calls are done here. */
export const moved = sql`case when v.merchant_id is not null
  then json_build_object('address', case when v.state = 'gone' then v.address end) end`;

/** Refuses a caller of a merchant that is moved. Reads would show old rows; a trigger refuses the writes. */
export function refuseMoved({ moved }: { readonly moved: Moved | null }): void {
  if (moved) throw new Failure(movedAway(moved.address));
}
