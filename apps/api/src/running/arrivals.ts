import { networkOf } from "@stampbook/core/access";
import { Failure, tooBusy } from "@stampbook/core/failures";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type BodySize, isBodiless, readBytes } from "../rest/body.ts";
import type { Admission } from "./admission.ts";

/** How many bodies of one network may be on their way at once: more than a shop's tills send. */
const MOST_OF_A_NETWORK = 128;

/** Reads the whole body of a call. Fails as `readBytes` does, and if there is no room for the call. */
export type ReadBody = (
  request: FastifyRequest,
  reply: FastifyReply,
  size: BodySize,
) => Promise<Buffer>;

export type ArrivalOptions = {
  readonly admission: Pick<Admission, "stepOut">;
  /** The client's address. */
  readonly addressOf: (request: FastifyRequest) => string;
  readonly most?: number;
};

/**
 * Returns a function that reads bodies. While a body is on its way, its call has no place among the calls in
 * work, so that half-sent requests keep nobody out. Instead, the bodies on their way are counted by network.
 */
export function createArrivals(options: ArrivalOptions): ReadBody {
  const { admission, addressOf, most = MOST_OF_A_NETWORK } = options;
  const underWay = new Map<string, number>();

  return async (request, reply, size) => {
    const { raw } = request;
    if (raw.complete || isBodiless(raw)) return readBytes(raw, size);
    const network = networkOf(addressOf(request));
    const others = underWay.get(network) ?? 0;
    if (others >= most) throw new Failure(tooBusy);
    underWay.set(network, others + 1);
    const stepIn = admission.stepOut(reply.raw);
    try {
      const bytes = await readBytes(raw, size);
      if (!stepIn()) throw new Failure(tooBusy);
      return bytes;
    } finally {
      const left = (underWay.get(network) ?? 1) - 1;
      if (left) underWay.set(network, left);
      else underWay.delete(network);
    }
  };
}
