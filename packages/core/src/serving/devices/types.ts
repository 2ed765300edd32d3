import type { Origin } from "../../foundation/context.ts";

/** A shared device as lists in the console show it. */
export type Device = {
  readonly id: number;
  readonly name: string;
  readonly storeId: number;
  /** The name of the person who enrolled the device. Null if the person no longer exists. */
  readonly enrolledBy: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
};

/** A person in the list of a shared device's people. */
type DevicePerson = {
  readonly userId: string;
  readonly name: string;
  /**
   * Whether the PIN works on the device only after a full sign-in there: by a passkey, or by the password and
   * the second factor if the person has one.
   */
  readonly needsSignIn: boolean;
};

/** The data that a shared device may show before anyone has signed in. */
export type DeviceState = {
  readonly id: number;
  readonly name: string;
  readonly storeName: string;
  readonly merchantName: string;
  /** Minutes without input after which the device is locked. Null means never. */
  readonly lockAfterMinutes: number | null;
  /** Everyone who has a PIN and may act in the device's store, sorted by name. */
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

/** The device, the person and the PIN to which a session is bound if a PIN opened it. */
export type PinGrant = {
  readonly merchantId: number;
  readonly deviceId: number;
  readonly userId: string;
  readonly pinId: string;
};
