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
  /**
   * Whether the person must first sign in there with their password and second factor, before the PIN works.
   */
  readonly needsSignIn: boolean;
};

/** The data that a shared device may show before anybody has signed in. */
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

/** The credential in a device's cookie. */
export type DeviceKey = {
  readonly merchantId: number;
  readonly id: number;
  readonly secret: string;
};

/** The client of a call to a shared device. */
export type DeviceOrigin = Pick<Origin, "address" | "userAgent">;

/** The device, person and PIN to which a session opened by a PIN is bound. */
export type PinGrant = {
  readonly merchantId: number;
  readonly deviceId: number;
  readonly userId: string;
  readonly pinId: string;
};
