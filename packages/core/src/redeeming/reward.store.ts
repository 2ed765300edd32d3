import { sql } from "drizzle-orm";
/** A reward as a `CatalogueReward`; `rw` is its row. */
export const rewardDoc = sql`json_build_object(
  'id', rw.id, 'code', rw.code, 'name', rw.name, 'kind', rw.kind,
  'stampsToRedeem', rw.stamps_to_redeem, 'extraData', rw.extra_data, 'isActive', rw.is_active,
  'startDate', rw.start_date, 'endDate', rw.end_date, 'stores', rw.stores, 'channels', rw.channels)`;
