import type { Order, Parts } from "./orders.ts";

/** The content of a JSON body. */
type Json = unknown;

/** Describes how the body of a 200 differs from the expected parts. */
export function differences(answer: Json, wanted: Parts, path = ""): string[] {
  return Object.entries(wanted).flatMap(([name, value]) => {
    const found = fieldOf(answer, name);
    const place = path ? `${path}.${name}` : name;
    if (typeof value === "object") return differences(found, value, place);
    return found === value ? [] : [`${place} is ${JSON.stringify(found)}, not ${value}`];
  });
}

/** Returns the id of the redemption or the sale in a response. Null for a response without one. */
export function idIn(answer: Json, name: "redemption" | "transaction"): number | null {
  const id = fieldOf(fieldOf(answer, name), "id");
  return typeof id === "number" ? id : null;
}

/** Returns the code of a refusal. Null for other answers. */
export function codeIn(answer: Json): string | null {
  const code = fieldOf(answer, "error_code");
  return typeof code === "string" ? code : null;
}

/** Parses a body; null if it is not JSON. */
export function parsed(body: string): Json {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** Describes the faults of the final response to an order; empty if the response is right. */
export function judgeAnswer(order: Order, status: number, body: string): string[] {
  const answer = parsed(body);
  const says = (fault: string) =>
    `${order.kind} of ${order.shop.name}: ${fault} (${status} ${body})`;
  if (status === 200) {
    if (!order.answer) return [says("was done, and had to be refused")];
    const id = idIn(answer, "redemption");
    const isOurs = id === null || isIdOf(order, id);
    return [
      ...differences(answer, order.answer).map(says),
      ...(isOurs ? [] : [says("the redemption is another merchant's")]),
    ];
  }
  const code = codeIn(answer);
  return code && order.refused.includes(code) ? [] : [says("another answer than its own")];
}

const ROOM_FOR_IDS = 1_000_000;

const isIdOf = ({ shop }: Order, id: number) =>
  id >= shop.firstRedemption && id < shop.firstRedemption + ROOM_FOR_IDS;

function fieldOf(value: Json, name: string): Json {
  return value !== null && typeof value === "object"
    ? (value as Readonly<Record<string, Json>>)[name]
    : undefined;
}
