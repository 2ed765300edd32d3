import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { shareOf } from "@stampbook/db";
import { sameForAll } from "../rest/greeting.ts";
import { busy, busyBody } from "./busy.ts";
import { endUnread } from "./unread.ts";

/**
 * Functions that count the calls that the process is handling, and refuse calls for which there is no room.
 */
export type Admission = {
  /** Wraps the request listener: refused calls are neither routed nor read. */
  readonly door: (answer: RequestListener) => RequestListener;
  /**
   * Counts an admitted call as this merchant's. False if there is no room for it: refuse it with
   * `tooBusy`.
   */
  readonly assign: (response: ServerResponse, merchantId: number) => boolean;
  /** Frees the call's place when its response begins. */
  readonly leave: (response: ServerResponse) => void;
  /**
   * Frees the call's place while its body is on its way. The returned function takes a place again; false if
   * there is no room: refuse the call with `tooBusy`.
   */
  readonly stepOut: (response: ServerResponse) => () => boolean;
  /** Why `assign` or the function of `stepOut` refused the call; undefined if neither did. */
  readonly lackOf: (response: ServerResponse) => Lack | undefined;
};

/**
 * What a refused call lacks: the process is `full`, its holder's `share` is used up, or the calls of its
 * operation that wait for the database are too `slow`.
 */
export type Lack = "full" | "share" | "slow";

/**
 * Whose call it is: a merchant's, by its id; of a `session` that staff have signed in to, whose merchant is
 * not known yet; or, if it is null, nobody knows.
 */
export type Holder = number | "session" | null;

export type AdmissionOptions = {
  /**
   * The most calls that the process handles at once. Each holder gets only its share of them (`shareOf`).
   * Further calls are refused.
   */
  readonly most: number;
  /** The holder of a request, as far as it is known without a query. */
  readonly holderOf: (request: IncomingMessage) => Holder;
  /**
   * How long running calls of this merchant and operation have waited for the database, in milliseconds. For
   * null: running calls whose merchant is unknown.
   */
  readonly waitedMs: (merchantId: number | null, operation: string) => number;
  /** The longest wait. While calls wait longer, further calls of their operation are refused. */
  readonly longestWaitMs: number;
  /** Whether the process is shutting down. Then each connection ends with its response. */
  readonly isDraining: () => boolean;
  /** Called at most once a second, with the number of calls refused since the last time. */
  readonly onRefused: (calls: number) => void;
  /** Called for each call that is refused before it is routed. */
  readonly onTurnedAway?: (lack: Lack) => void;
};

const EVERY_MS = 1_000;
/** While calls of an operation have waited longer, they get at most half of their holder's places. */
const SHORT_WAIT_MS = 100;

/**
 * Limits the calls that the process handles at once, so that each is answered soon. It also limits the calls
 * of each merchant, so that one merchant cannot fill the process. Calls whose merchant is not known have two
 * shares, one for signed sessions of staff and one for everybody else, so that strangers cannot keep staff
 * out. Further calls are refused at once, so that the client can retry later or elsewhere. Most are refused
 * before their body is read; `assign` refuses a call once its merchant is known. Calls that wait for the
 * database, such as for a locked table, keep out further calls of their operation only. Probes are always
 * admitted.
 */
export function createAdmission(options: AdmissionOptions): Admission {
  const { most, holderOf, waitedMs, longestWaitMs, isDraining, onRefused, onTurnedAway } = options;
  const inWork = createCalls();
  const lacking = new WeakMap<ServerResponse, Lack>();
  let refused = 0;

  function findLack(response: ServerResponse, holder: Holder): Lack | null {
    const own = inWork.countOf(holder);
    const share = shareOf(most, inWork.hasOthers(holder));
    if (own >= share) return "share";
    const operation = operationOf(response.req);
    const waited = own === 0 ? 0 : waitedMs(holder === "session" ? null : holder, operation);
    if (waited <= SHORT_WAIT_MS) return null;
    const isFew = inWork.countOfOperation(holder, operation) < share / 2;
    return waited <= longestWaitMs && isFew ? null : "slow";
  }

  function enter(response: ServerResponse, holder: Holder): Lack | null {
    const lack = inWork.size() >= most ? "full" : findLack(response, holder);
    if (!lack) inWork.set(response, holder);
    return lack;
  }

  /** Counts the refusal of a call that is answered elsewhere. */
  function refuseLater(response: ServerResponse, lack: Lack): false {
    countRefused();
    lacking.set(response, lack);
    return false;
  }

  function countRefused() {
    if (refused++ > 0) return;
    setTimeout(() => {
      onRefused(refused);
      refused = 0;
    }, EVERY_MS).unref();
  }

  function refuse(request: IncomingMessage, response: ServerResponse) {
    countRefused();
    const body = busyBody(request.url);
    endUnread(request, response);
    response.writeHead(busy.status, {
      ...sameForAll,
      ...busy.headers,
      "x-request-id": randomUUID(),
      "content-length": body.length,
      ...(isDraining() && { connection: "close" }),
    });
    response.end(body);
  }

  return {
    door: (answer) => (request, response) => {
      if (isProbe(request.url)) return answer(request, response);
      const lack = enter(response, holderOf(request));
      if (lack) {
        onTurnedAway?.(lack);
        return refuse(request, response);
      }
      response.once("close", () => inWork.delete(response));
      return answer(request, response);
    },
    assign: (response, merchantId) => {
      const before = inWork.get(response);
      // the call was answered meanwhile, or is already counted for this merchant
      if (before === undefined || before === merchantId) return true;
      const lack = findLack(response, merchantId);
      if (lack) return refuseLater(response, lack);
      inWork.delete(response);
      inWork.set(response, merchantId);
      return true;
    },
    leave: (response) => inWork.delete(response),
    stepOut: (response) => {
      const holder = inWork.get(response);
      inWork.delete(response);
      return () => {
        // the call was answered or left before, and so needs no place
        if (holder === undefined || response.headersSent || response.closed) return true;
        const lack = enter(response, holder);
        return lack ? refuseLater(response, lack) : true;
      };
    },
    lackOf: (response) => lacking.get(response),
  };
}

/** The calls that the process is handling, each with its holder. */
function createCalls() {
  const calls = new Map<ServerResponse, Holder>();
  const counts = new Map<Holder, number>();
  const countOf = (holder: Holder) => counts.get(holder) ?? 0;
  return {
    size: () => calls.size,
    get: (response: ServerResponse) => calls.get(response),
    countOf,
    countOfOperation: (holder: Holder, operation: string) =>
      [...calls].filter(([{ req }, own]) => own === holder && operationOf(req) === operation)
        .length,
    /**
     * Whether the process is handling calls of another holder. To a merchant, calls whose merchant is unknown
     * are no others.
     */
    hasOthers: (holder: Holder) => {
      const unknown = typeof holder === "number" ? countOf(null) + countOf("session") : 0;
      return calls.size > countOf(holder) + unknown;
    },
    set: (response: ServerResponse, holder: Holder) => {
      calls.set(response, holder);
      counts.set(holder, countOf(holder) + 1);
    },
    delete: (response: ServerResponse) => {
      const holder = calls.get(response);
      if (holder === undefined) return;
      calls.delete(response);
      const others = countOf(holder) - 1;
      if (others) counts.set(holder, others);
      else counts.delete(holder);
    },
  };
}

/** Returns what a request asks for: its path. */
export const operationOf = ({ url = "" }: IncomingMessage): string => url.split("?", 1)[0] ?? "";

/** Health checks are answered even when the process is full. */
function isProbe(url = ""): boolean {
  return /^\/(health|ready)\/?(\?|$)/.test(url);
}
