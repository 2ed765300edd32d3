import {
  clockArm,
  type Db,
  insertInto,
  json,
  rowsOf,
  run,
  schema,
  statement,
  update,
} from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import { PIN_TRIES } from "./device.rules.ts";
import { type DeviceParameters, isDevice, needsFactorHere, worksThere } from "./devices.sql.ts";

const {
  staffDevicePeople: people,
  staffDevices: devices,
  staffMembers: members,
  staffPins: pins,
  staffUsers: users,
} = schema;

const p = sql.placeholder;
const now = sql`(select now from clock)`;

/** The result of `reservePinTry`. */
type PinTry = {
  readonly hasDevice: boolean;
  /** Null without such a device, or if the person has no PIN or does not work in the device's store. */
  readonly pin: { readonly id: string; readonly verifier: string } | null;
  readonly needsFactor: boolean;
  /**
   * The number of tries since the last right PIN or sign-in, including this try. Null if the try was not
   * counted. The PIN must then not be checked.
   */
  readonly tries: number | null;
};

const person = rowsOf(devices, { where: isDevice })
  .join(members, sql`${members.userId} = ${p("userId")} and ${worksThere}`)
  .join(users, eq(users.id, members.userId))
  .join(pins, eq(pins.userId, members.userId))
  .leftJoin(
    people,
    sql`${people.userId} = ${members.userId} and ${people.deviceId} = ${devices.id}`,
  );

const reserve = statement<PinTry>(
  "reserve_staff_pin_try",
  {
    clock: clockArm,
    person: sql`select * from json_to_record(${person.one({
      id: pins.id,
      verifier: pins.verifier,
      needsFactor: needsFactorHere,
    })}) as x (id text, verifier text, "needsFactor" boolean) where id is not null`,
    // PostgreSQL locks the row until the statement ends, so parallel tries are counted one after another
    counted: insertInto(
      people,
      { deviceId: p("deviceId"), userId: p("userId"), wrongTries: sql`1` },
      {
        from: sql`from person where not "needsFactor"`,
        end: sql`on conflict (merchant_id, device_id, user_id) do update
          set wrong_tries = ${people.wrongTries} + 1
          where ${people.wrongTries} < ${sql.raw(String(PIN_TRIES))}
          returning wrong_tries`,
      },
    ),
  },
  json({
    hasDevice: rowsOf(devices, { where: isDevice }).exists(),
    pin: sql`(select json_build_object('id', id, 'verifier', verifier) from person)`,
    needsFactor: sql`coalesce((select "needsFactor" from person), false)`,
    tries: sql`(select wrong_tries from counted)`,
  }),
);

type PersonOnDevice = DeviceParameters & { readonly userId: string };

/**
 * Counts a try of a PIN before it is checked. Counts nothing if the person has no PIN, or must first sign in
 * on the device (`needsSignInHere`).
 */
export function reservePinTry(db: Db, parameters: PersonOnDevice): Promise<PinTry> {
  return run(db, reserve, parameters);
}

const isPerson = [eq(people.deviceId, p("deviceId")), eq(people.userId, p("userId"))];

const release = statement<null>(
  "release_staff_pin_try",
  { released: update(people, { wrongTries: sql`greatest(wrong_tries - 1, 0)` }, isPerson) },
  sql`null`,
);

/** Undoes the count of a try whose PIN was not checked. */
export async function releasePinTry(db: Db, parameters: PersonOnDevice): Promise<void> {
  await run(db, release, parameters);
}

const settle = statement<null>(
  "settle_staff_pin_try",
  {
    clock: clockArm,
    cleared: update(people, { wrongTries: sql`0` }, isPerson),
    used: update(devices, { lastUsedAt: now }, [eq(devices.id, p("deviceId"))]),
  },
  sql`null`,
);

/** Sets the count to 0 after a right PIN, and records the time at which the device was used. */
export async function settlePinTry(db: Db, parameters: PersonOnDevice): Promise<void> {
  await run(db, settle, parameters);
}

const signedIn = statement<null>(
  "note_sign_in_on_device",
  {
    clock: clockArm,
    noted: insertInto(
      people,
      {
        deviceId: p("deviceId"),
        userId: p("userId"),
        secondFactorAt: sql`case when ${p("hasUsedFactor")}::boolean then ${now} end`,
      },
      {
        from: sql`where ${rowsOf(devices, { where: isDevice }).exists()}
          and ${rowsOf(members, { where: [eq(members.userId, p("userId"))] }).exists()}`,
        end: sql`on conflict (merchant_id, device_id, user_id) do update
          set wrong_tries = 0,
            second_factor_at = coalesce(excluded.second_factor_at, ${people.secondFactorAt})`,
      },
    ),
  },
  sql`null`,
);

/**
 * Records that a person has signed in on a device by another method than the PIN. Sets the count of wrong
 * PINs there to 0. With `hasUsedFactor`, also records the time of the second factor. Does nothing if the
 * device is unknown or the person does not work for the merchant.
 */
export async function insertSignIn(
  db: Db,
  parameters: PersonOnDevice & { readonly hasUsedFactor: boolean },
): Promise<void> {
  await run(db, signedIn, parameters);
}
