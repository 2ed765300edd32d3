import {
  byName,
  clockArm,
  type Db,
  insertInto,
  type Parameters,
  read,
  rowsOf,
  run,
  schema,
  statement,
  update,
} from "@stampbook/db";
import { asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { auditArm, auditParameters, securityEventArm } from "../../foundation/audit/index.ts";
import type { CoreContext, CoreDeps } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { mayActIn, otherStore } from "../../running/merchants/index.ts";
import { PIN_TRIES, readDeviceKey, SECOND_FACTOR_DAYS, unknownDevice } from "./device.rules.ts";
import type { Device, DeviceState } from "./types.ts";

const { merchants, staffDevices: devices, staffMembers, staffPins, staffUsers, stores } = schema;
const { staffDevicePeople: people } = schema;

const factorDays = sql.raw(`interval '${SECOND_FACTOR_DAYS} days'`);

/**
 * Whether a person has a second factor, but has not used it on the device in the last `SECOND_FACTOR_DAYS`.
 * The PIN then opens no sessions there. Reads the CTE `clock`.
 */
export const needsFactorHere: SQL<boolean> = sql`(${staffUsers.twoFactorEnabled} and not coalesce(
  ${people.secondFactorAt} > (select now from clock) - ${factorDays}, false))`;

/**
 * Whether a person must sign in on the device before a PIN opens sessions there: if `needsFactorHere` is
 * true, or after too many wrong PINs in a row.
 */
const needsSignInHere: SQL<boolean> = sql`(${needsFactorHere}
  or coalesce(${people.wrongTries} >= ${sql.raw(String(PIN_TRIES))}, false))`;

const p = sql.placeholder;
const now = sql`(select now from clock)`;

const insert = statement<boolean>(
  "insert_device",
  {
    clock: clockArm,
    changed: insertInto(
      devices,
      {
        id: p("id"),
        storeId: p("storeId"),
        name: p("name"),
        secretHash: p("secretHash"),
        enrolledBy: p("auditActor"),
        createdAt: now,
      },
      {
        from: sql`where ${rowsOf(stores, { where: [eq(stores.id, p("storeId"))] }).exists()}`,
        end: sql`returning id`,
      },
    ),
    audit: auditArm(sql`changed`),
    event: securityEventArm(sql`changed`, "device-enrolled"),
  },
  sql`to_json(exists (select 1 from changed))`,
);

/** Inserts a device. Returns false if the merchant has no such store. */
export async function insertDevice(
  ctx: CoreContext,
  { id, storeId, name, secretHash }: DeviceRow,
): Promise<boolean> {
  const action = "settings.devices.enrol";
  const entry = { action, subject: `device ${id}`, details: { name, stores: [storeId] } };
  const parameters = await auditParameters(ctx, entry);
  return run(ctx.db, insert, { ...parameters, id, storeId, name, secretHash });
}

/** The row of a new device. */
type DeviceRow = {
  readonly id: number;
  readonly storeId: number;
  readonly name: string;
  readonly secretHash: string;
};

const list = read(
  "list_devices",
  () =>
    rowsOf(devices, {
      where: [],
      orderBy: [sql`${devices.revokedAt} is not null`, byName(devices.name), asc(devices.id)],
    }).list({
      id: devices.id,
      name: devices.name,
      storeId: devices.storeId,
      enrolledBy: sql`(select u.name from staff_users u
        where u.id = substr(${devices.enrolledBy}, length('staff:') + 1))`,
      createdAt: devices.createdAt,
      lastUsedAt: devices.lastUsedAt,
      revokedAt: devices.revokedAt,
    }) as SQL<readonly Device[]>,
);

/** Returns the merchant's shared devices, sorted by name, without secrets. Revoked devices come last. */
export function listDevices(ctx: CoreContext): Promise<readonly Device[]> {
  return run(ctx.db, list, { merchantId: ctx.caller.merchant.id });
}

const storeOf = read("store_of_device", (p: Parameters<{ readonly id: number }>) =>
  rowsOf(devices, { where: [eq(devices.id, p("id"))] }).one({ storeId: devices.storeId }),
);

/** Reads the store of a device. Null if the merchant has no such device. */
function findStoreOfDevice(ctx: CoreContext, id: number) {
  return run(ctx.db, storeOf, { merchantId: ctx.caller.merchant.id, id });
}

const revoke = statement<null>(
  "revoke_device",
  {
    clock: clockArm,
    changed: update(devices, { revokedAt: now }, [
      eq(devices.id, p("id")),
      isNull(devices.revokedAt),
    ]),
    audit: auditArm(sql`changed`),
    event: securityEventArm(sql`changed`, "device-revoked"),
  },
  sql`null`,
);

/** Revokes a device. If the device is revoked already, `revokedAt` stays unchanged. */
async function setDeviceRevoked(ctx: CoreContext, id: number): Promise<void> {
  const entry = { action: "settings.devices.revoke", subject: `device ${id}` };
  await run(ctx.db, revoke, { ...(await auditParameters(ctx, entry)), id });
}

/**
 * The conditions that a device has the id and the secret of a cookie, and is not revoked. Uses the parameters
 * `deviceId` and `secretHash`.
 */
export const isDevice = [
  eq(devices.id, p("deviceId")),
  eq(devices.secretHash, p("secretHash")),
  isNull(devices.revokedAt),
];

/** Whether a person may act in the store of the device. An empty list of stores means all. */
export const worksThere = sql`(${staffMembers.stores} = '{}'
  or ${devices.storeId} = any (${staffMembers.stores}))`;

const state = statement<DeviceState | null>(
  "device_state",
  { clock: clockArm },
  rowsOf(devices, { where: isDevice })
    .join(stores, eq(stores.id, devices.storeId))
    .join(merchants, eq(merchants.id, devices.merchantId))
    .one({
      id: devices.id,
      name: devices.name,
      storeName: stores.name,
      merchantName: merchants.name,
      lockAfterMinutes: merchants.lockAfterMinutes,
      people: rowsOf(staffMembers, {
        where: [worksThere],
        orderBy: [byName(staffUsers.name), asc(staffUsers.id)],
      })
        .join(staffUsers, eq(staffUsers.id, staffMembers.userId))
        .join(staffPins, eq(staffPins.userId, staffMembers.userId))
        .leftJoin(
          people,
          sql`${people.userId} = ${staffMembers.userId} and ${people.deviceId} = ${devices.id}`,
        )
        .list({
          userId: staffUsers.id,
          name: staffUsers.name,
          needsSignIn: needsSignInHere,
        }),
    }),
);

/**
 * Reads the data that a device may show before anyone has signed in. Null if the device is not enrolled or is
 * revoked.
 */
function findDeviceState(db: Db, parameters: DeviceParameters): Promise<DeviceState | null> {
  return run(db, state, parameters);
}

/** The parameters that identify a device. */
export type DeviceParameters = {
  readonly merchantId: number;
  readonly deviceId: number;
  readonly secretHash: string;
  readonly offsetMs: number;
};

/**
 * Returns the data that a shared device may show before anyone has signed in. The cookie identifies the
 * device. Null if the browser is not enrolled or was revoked.
 */
export async function getDeviceState(
  deps: CoreDeps,
  cookie: string | undefined,
): Promise<DeviceState | null> {
  const key = readDeviceKey(cookie);
  return (
    key &&
    findDeviceState(deps.db, {
      merchantId: key.merchantId,
      deviceId: key.id,
      secretHash: deps.secrets.hashToken(key.secret),
      offsetMs: deps.clockOffsetMs,
    })
  );
}

/**
 * Revokes a shared device. Sessions that a PIN opened on the device are refused from their next call on.
 * Refuses an unknown device, and a device of a store outside the caller's stores.
 */
export async function revokeDevice(ctx: CoreContext, id: number): Promise<void> {
  const device = await findStoreOfDevice(ctx, id);
  if (!device) throw new Failure(unknownDevice);
  if (!mayActIn(ctx.caller, device.storeId))
    throw new Failure(otherStore(ctx.caller, device.storeId));
  await setDeviceRevoked(ctx, id);
}
