import type { KnownCaller } from "@stampbook/core/context";
import { type OnCall, shownFailure } from "@stampbook/router";
import type { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Refused, refusedBy } from "./refused.ts";

/** A procedure's call. Its fields never contain a secret. */
export type EndedCall = {
  readonly operation: string;
  readonly status: number;
  /** When it began, by `performance.now`. */
  readonly began: number;
  readonly ms: number;
  /** The refusal's code, or tRPC's in lower case; absent without an error. */
  readonly errorCode?: string;
  /** The store that the input names, by id or code. */
  readonly store?: string;
  readonly refused?: Refused;
};

/** A request that was answered, or whose client has left, with the calls that it made. */
export type EndedRequest = {
  readonly status: number;
  readonly ms: number;
  readonly merchantId?: number;
  readonly tokenId?: number;
  /** Several for a batch; empty if no procedure began. */
  readonly calls: readonly EndedCall[];
};

/** The status of a call whose client left before the answer, as nginx logs it. */
export const CLIENT_LEFT = 499;

type Record = {
  merchantId?: number;
  tokenId?: number;
  readonly calls: Running[];
};

type Running = Pick<EndedCall, "operation" | "began"> & { ended?: EndedCall };

/** What requests ask for and how that ends, for the log and the metrics. */
export type CallRecords = ReturnType<typeof createCallRecords>;

/** Makes empty records. `admissionRefused` says why `admission` refused a call after it was admitted. */
export function createCallRecords(admissionRefused: (reply: FastifyReply) => Refused | undefined) {
  const records = new WeakMap<FastifyRequest, Record>();

  function recordOf(request: FastifyRequest): Record {
    const known = records.get(request);
    if (known) return known;
    const made: Record = { calls: [] };
    records.set(request, made);
    return made;
  }

  return {
    onCall: (request: FastifyRequest, reply: FastifyReply): OnCall => {
      const { calls } = recordOf(request);
      return (operation) => {
        const running: Running = { operation, began: performance.now() };
        calls.push(running);
        return (error, input) => {
          const refused = error && (admissionRefused(reply) ?? refusedBy(error));
          running.ended = {
            operation,
            status: error ? getHTTPStatusCodeFromError(error) : 200,
            began: running.began,
            ms: performance.now() - running.began,
            ...(error && { errorCode: codeOf(error) }),
            ...storeOf(input),
            ...(refused && { refused }),
          };
        };
      };
    },
    noteCaller: (request: FastifyRequest, caller: KnownCaller): void => {
      const record = recordOf(request);
      record.merchantId = caller.merchant.id;
      if (caller.kind === "token") record.tokenId = caller.tokenId;
    },
    /** To be called once, when the request has ended. */
    end: (request: FastifyRequest, reply: FastifyReply): EndedRequest => {
      const status = reply.raw.headersSent ? reply.statusCode : CLIENT_LEFT;
      const ms = reply.elapsedTime;
      const { calls, ...who } = records.get(request) ?? { calls: [] };
      const isAlone = calls.length === 1;
      return {
        ...who,
        status,
        ms,
        calls: calls.map(({ ended, ...running }) =>
          // a single call has the status of its answer, which may be a page
          ended
            ? { ...ended, ...(isAlone && { status, ms }) }
            : givenUp({ ...running, status, ms }),
        ),
      };
    },
  };
}

/** A call that had not ended when its request did: it took too long, its client left, or it is a stream. */
function givenUp(call: EndedCall): EndedCall {
  return call.status === 503 ? { ...call, errorCode: "overloaded", refused: "deadline" } : call;
}

const codeOf = (error: TRPCError) => shownFailure(error)?.code ?? error.code.toLowerCase();

function storeOf(input: unknown): Pick<EndedCall, "store"> {
  if (typeof input !== "object" || input === null) return {};
  const { store, storeId } = input as { readonly store?: unknown; readonly storeId?: unknown };
  const named = store ?? storeId;
  return typeof named === "string" || typeof named === "number" ? { store: String(named) } : {};
}
