import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Call } from "@stampbook/bench/load";
import type { Shop } from "../traffic/town.ts";

/** A kind of requests that cost the service more than their sender. */
export type Costly = {
  readonly name: string;
  readonly connections: number;
  readonly call: Call;
  /** Whether only the first byte of the body is sent. */
  readonly isHalf?: boolean;
  /** Whether the bodies are small: the measure for the costly ones of the same sender, which follow it. */
  readonly isControl?: boolean;
};

/** The task of a sender. */
export type Attack = Costly & { readonly port: number; readonly seconds: number };
/** How many requests got each status. `waiting`: not answered before the end; `lost`: cut. */
export type AttackResult = { readonly statuses: Readonly<Record<string, number>> };

const MEMBERS = 90_000;
const DIGITS = 349_000;

const manyMembers = `{${Array.from({ length: MEMBERS }, (_, n) => `"k${n}":1`).join(",")}}`;
const oneText = JSON.stringify({ secret: "x".repeat(manyMembers.length) });
const digits = "9".repeat(DIGITS);
const longNumbers = `{"total_value":"${digits}","subtotal":"${digits}","tax":"${digits}"}`;

/** What strangers may send, and what one token may send. Each has a control with a body that costs little. */
export function attacksBy({ tokens }: Shop): readonly Costly[] {
  const headers = { "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9" };
  const own = { ...headers, Authorization: `Token ${tokens[0]}` };
  const stranger = (name: string, path: string, body: string): Costly => {
    const isControl = body.length < 1_000;
    return { name, connections: 16, call: { path, headers, body }, isControl };
  };
  const ofToken = (name: string, body: string): Costly => {
    const call = { path: "/api/v2/transactions/add", headers: own, body };
    return { name, connections: 12, call, isControl: body.length < 1_000 };
  };
  return [
    stranger("control: a stranger's small bodies", "/trpc/staff.invitation.get", "{}"),
    {
      name: "S2: 110 half-sent requests",
      connections: 110,
      call: { path: "/trpc/staff.me", headers, body: "{" },
      isHalf: true,
    },
    stranger("S3: a stranger's 1 MiB in one text", "/trpc/staff.invitation.get", oneText),
    stranger("S3: a stranger's 90,000 members", "/trpc/staff.invitation.get", manyMembers),
    stranger("S3: 90,000 members without a token", "/api/ping", manyMembers),
    ofToken("control: a token's small bodies", "{}"),
    ofToken("S4: a token's 90,000 members", manyMembers),
    ofToken("S4: a token's numbers of 349,000 digits", longNumbers),
  ];
}

/** Sends from another process. */
export async function attack(order: Attack): Promise<AttackResult> {
  const child = fork(fileURLToPath(new URL("./sender.ts", import.meta.url)), { execArgv: [] });
  try {
    const answered = once(child, "message");
    child.send(order);
    const [result] = (await answered) as [AttackResult];
    return result;
  } finally {
    child.disconnect();
  }
}
