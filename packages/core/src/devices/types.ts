import type { Origin } from "../context.ts";

/** A shared device as lists show it. */
export type Device = {
  readonly id: number;
  readonly name: string;
  readonly storeId: number;
  /** The name of the person who enrolled it; null if they no longer exist. */
  readonly enrolledBy: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
};

/** A person who can be chosen on a shared device. */
export type DevicePerson = {
  readonly userId: string;
  readonly name: string;
  /** The PIN opens nothing there until the person has signed in there with everything they have. */
  readonly needsSignIn: boolean;
};

/** What a shared device may show before anybody has signed in. */
export type DeviceState = {
  readonly id: number;
  readonly name: string;
  readonly storeName: string;
  readonly merchantName: string;
  /** Minutes without input after which it is locked; null: never. */
  readonly lockAfterMinutes: number | null;
  /** Everybody who has a PIN and may act in the device's store, by name. */
  readonly people: readonly DevicePerson[];
};

/** A device's credential: what its cookie says. */
export type DeviceKey = {
  readonly merchantId: number;
  readonly id: number;
  readonly secret: string;
};

/** The client of a call to a shared device. */
export type DeviceOrigin = Pick<Origin, "address" | "userAgent">;

/** What a session that a PIN opens is bound to. */
export type PinGrant = {
  readonly merchantId: number;
  readonly deviceId: number;
  readonly userId: string;
  readonly pinId: string;
};
