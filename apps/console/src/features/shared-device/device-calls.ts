import { useQuery } from "@tanstack/react-query";
import { noteSharedChange, useIsShared } from "./use-is-shared.ts";

/** A person who can be chosen on this device. */
export type Person = {
  readonly userId: string;
  readonly name: string;
  /** Whether the person must sign in here with the password before their PIN works here. */
  readonly needsSignIn: boolean;
};

/** The data that an enrolled browser may show before anybody has signed in. */
export type SharedDevice = {
  readonly id: number;
  readonly name: string;
  readonly storeName: string;
  readonly merchantName: string;
  readonly lockAfterMinutes: number | null;
  readonly people: readonly Person[];
};

/** The query key of `useSharedDevice`. */
export const sharedDeviceKey = ["shared-device"] as const;

export type Outcome = { readonly status: number; readonly code: string };

/**
 * Reads the device that this browser is enrolled as. Null if it is not enrolled. Throws if the service
 * refuses or does not answer.
 */
async function readDevice(): Promise<SharedDevice | null> {
  const answer = await fetch("/staff-auth/quick-switch/device");
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const { device } = (await answer.json()) as { device: SharedDevice | null };
  return device;
}

/** Reads the device that this browser is enrolled as. Browsers that are not enrolled send no request. */
export function useSharedDevice() {
  const enabled = useIsShared();
  return useQuery({ queryKey: sharedDeviceKey, queryFn: readDevice, enabled });
}

/** Opens a session by a person's PIN. The status is 0 if the service does not answer. */
export function openByPin(userId: string, pin: string): Promise<Outcome> {
  return post("switch", { userId, pin });
}

/** Enrolls this browser for a store of the page's merchant. The status is 0 if the service does not answer. */
export async function enrolDevice(merchantId: number, input: { storeId: number; name: string }) {
  const outcome = await post("enrol", input, { "x-stampbook-merchant": String(merchantId) });
  noteSharedChange();
  return outcome;
}

async function post(what: string, body: object, headers = {}): Promise<Outcome> {
  const answer = await fetch(`/staff-auth/quick-switch/${what}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (!answer) return { status: 0, code: "" };
  const { code = "" } = (await answer.json().catch(() => ({}))) as { code?: string };
  return { status: answer.status, code };
}
