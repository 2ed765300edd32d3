import { AsyncLocalStorage } from "node:async_hooks";
import { withoutCaller } from "@stampbook/db";

type Work = () => Promise<unknown>;

/** Work that starts after a response is sent, so that response times reveal nothing about it. */
export type AfterAnswer = {
  /** Runs a request's handler. Work that it passes to `later` waits for `begin`. */
  readonly answer: <Answer>(request: object, work: () => Promise<Answer>) => Promise<Answer>;
  /** Runs the work after the response to the current request. */
  readonly later: (work: Work) => void;
  /** To be called when the response was sent. Starts the request's work. All work runs one after another. */
  readonly begin: (request: object) => void;
  /** Resolves when no work is running. */
  readonly done: () => Promise<void>;
};

export function createAfterAnswer(onError: (error: unknown) => void): AfterAnswer {
  const underWay = new AsyncLocalStorage<Work[]>();
  const waiting = new WeakMap<object, Work[]>();
  let running: Promise<unknown> = Promise.resolve();
  return {
    answer: (request, work) => {
      const own: Work[] = [];
      waiting.set(request, own);
      return underWay.run(own, work);
    },
    later: (work) => {
      underWay.getStore()?.push(work);
    },
    begin: (request) => {
      for (const work of waiting.get(request) ?? [])
        running = running.then(() => withoutCaller(work)).catch(onError);
      waiting.delete(request);
    },
    done: async () => {
      await running;
    },
  };
}
