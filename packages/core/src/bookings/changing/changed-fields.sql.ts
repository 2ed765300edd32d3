import { type SQL, sql } from "drizzle-orm";
import { changeRecorded } from "../booking.sql.ts";

type Names = Readonly<Record<"store" | "numberOfPeople", string>>;

/** SQL of the changed fields as one JSON object, from `part`, SQL over `f`: a field's `before` and `after`. */
const changedFields = (
  part: SQL,
  { store, numberOfPeople }: Names,
) => sql`(select coalesce(jsonb_object_agg(f.name, ${part}), '{}')
    from (values ('${sql.raw(store)}', to_jsonb(d.from_store), to_jsonb(d.store_id)),
      ('date', to_jsonb(d.from_date), to_jsonb(d.date)),
      ('time', to_jsonb(d.from_time), to_jsonb(d.time)),
      ('${sql.raw(numberOfPeople)}', to_jsonb(d.from_people), to_jsonb(d.number_of_people)),
      ('phone', to_jsonb(d.from_phone), to_jsonb(d.phone)),
      ('notes', to_jsonb(coalesce(d.from_notes, '')), to_jsonb(coalesce(d.notes, '')))) as f (name, before, after)
    where f.before <> f.after)`;

export const recorded = changeRecorded({
  isOverCapacity: sql`d.is_over_capacity`,
  fields: changedFields(sql`jsonb_build_array(f.before, f.after)`, {
    store: "store",
    numberOfPeople: "number_of_people",
  }),
});

/** SQL of the details of the audit entry, which names the store as lists of stores are named. */
export const details = changedFields(
  sql`case when f.name = 'stores'
      then jsonb_build_object('from', jsonb_build_array(f.before), 'to', jsonb_build_array(f.after))
      else jsonb_build_object('from', f.before, 'to', f.after) end`,
  { store: "stores", numberOfPeople: "numberOfPeople" },
);
