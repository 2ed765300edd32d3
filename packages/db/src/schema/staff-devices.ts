import { sql } from "drizzle-orm";
import { check, foreignKey, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, id, merchantId, moment } from "./columns.ts";
import { stores } from "./merchants.ts";
import { staffMembers } from "./staff.ts";

/**
 * A browser that several people at a store share. The cookie contains the device's secret, the row its
 * SHA-256.
 */
export const staffDevices = pgTable(
  "staff_devices",
  {
    merchantId: merchantId(),
    id: id().notNull(),
    storeId: id().notNull(),
    name: text().notNull(),
    secretHash: text().notNull(),
    /** `staff:<id>` */
    enrolledBy: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment(),
    revokedAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    foreignKey({
      name: "staff_devices_store",
      columns: [t.merchantId, t.storeId],
      foreignColumns: [stores.merchantId, stores.id],
    }),
  ],
);

const member = () => ({ merchantId: merchantId(), userId: text().notNull() });

/** A person's PIN for a merchant's shared devices, stored as a verifier (a hash) keyed with the pepper. */
export const staffPins = pgTable(
  "staff_pins",
  {
    ...member(),
    /**
     * New with each PIN. A session stores the id of the PIN that opened it, so a new PIN ends the session.
     */
    id: text().notNull(),
    verifier: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.userId] }),
    foreignKey({
      name: "staff_pins_member",
      columns: [t.merchantId, t.userId],
      foreignColumns: [staffMembers.merchantId, staffMembers.userId],
    }).onDelete("cascade"),
  ],
);

/** A person's PIN tries and second factor on a shared device. */
export const staffDevicePeople = pgTable(
  "staff_device_people",
  {
    ...member(),
    deviceId: id().notNull(),
    /** PIN tries since the last right PIN or sign-in. A try is counted before its PIN is checked. */
    wrongTries: integer().notNull().default(0),
    /** When the person last used their second factor on the device. */
    secondFactorAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.deviceId, t.userId] }),
    foreignKey({
      name: "staff_device_people_device",
      columns: [t.merchantId, t.deviceId],
      foreignColumns: [staffDevices.merchantId, staffDevices.id],
    }),
    foreignKey({
      name: "staff_device_people_member",
      columns: [t.merchantId, t.userId],
      foreignColumns: [staffMembers.merchantId, staffMembers.userId],
    }).onDelete("cascade"),
    check("staff_device_people_tries", sql`${t.wrongTries} >= 0`),
  ],
);
