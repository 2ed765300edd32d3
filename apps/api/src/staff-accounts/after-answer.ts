import { AsyncLocalStorage } from "node:async_hooks";
import { withoutCaller } from "@stampbook/db";

type Work = () => Promise<unknown>;

/** Work that starts after a response is sent, so that response times reveal nothing about it. */
export type AfterAnswer = {
  /** Runs a request's handler. Work that it passes to `later` waits for `begin`. */
  readonly answer: <Answer>(request: object, work: () => Promise<Answer>) => Promise<Answer>;
  /** Runs the work after the response to the current request. If `begin` was called before, starts it now. */
  readonly later: (work: Work) => void;
  /**
   * To be called when the response was sent, or when its client left, even before `answer`. Starts the
   * request's work. All work runs one after another.
   */
  readonly begin: (request: object) => void;
  /** Resolves when no work is running. */
  readonly done: () => Promise<void>;
};

type Call = { readonly waiting: Work[]; isEnded: boolean };

export function createAfterAnswer(onError: (error: unknown) => void): AfterAnswer {
  const underWay = new AsyncLocalStorage<Call>();
  const calls = new WeakMap<object, Call>();
  let running: Promise<unknown> = Promise.resolve();
  const callOf = (request: object) => {
    const call = calls.get(request) ?? { waiting: [], isEnded: false };
    calls.set(request, call);
    return call;
  };
  const start = (work: Work) => {
    running = running.then(() => withoutCaller(work)).catch(onError);
  };
  return {
    answer: (request, work) => underWay.run(callOf(request), work),
    later: (work) => {
      const call = underWay.getStore();
      if (call?.isEnded) start(work);
      else call?.waiting.push(work);
    },
    begin: (request) => {
      const call = callOf(request);
      call.isEnded = true;
      for (const work of call.waiting.splice(0)) start(work);
    },
    done: async () => {
      await running;
    },
  };
}
