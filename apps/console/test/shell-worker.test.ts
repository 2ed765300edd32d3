import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { serveShell } from "../src/shell/serve-shell.ts";

type Hear = (event: object) => void;

/** Returns a fake browser: its caches, and the workers of several builds that share them. */
function browser() {
  const stored = new Map<string, Map<string, string>>();
  const caches = {
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    open: async (name: string) => {
      const cache = stored.get(name) ?? new Map<string, string>();
      stored.set(name, cache);
      return {
        addAll: async (requests: readonly { address: string }[]) => {
          for (const { address } of requests) cache.set(address, name);
        },
      };
    },
  };
  return {
    stored,
    /** Installs and activates a build's worker, as a browser does when the worker's script has changed. */
    update: async (build: string) => {
      const hearing = new Map<string, Hear>();
      const claim = async () => {};
      runInNewContext(`(${serveShell})(build, "/offline?locale=en")`, {
        build,
        caches,
        URL,
        Request: class {
          readonly address: string;
          constructor(address: string) {
            this.address = address;
          }
        },
        self: {
          skipWaiting: () => {},
          clients: { claim },
          addEventListener: (kind: string, hear: Hear) => hearing.set(kind, hear),
        },
      });
      for (const kind of ["install", "activate"]) {
        const work: Promise<unknown>[] = [];
        hearing.get(kind)?.({ waitUntil: (one: Promise<unknown>) => work.push(one) });
        await Promise.all(work);
      }
    },
  };
}

test("a new build's worker keeps the files of the build before, for pages that are still open, and no older ones", async () => {
  const { stored, update } = browser();
  await update("first");
  await update("second");
  expect([...stored.keys()]).toEqual(["shell-first", "shell-second"]);
  await update("third");
  expect([...stored.keys()]).toEqual(["shell-second", "shell-third"]);
  expect([...(stored.get("shell-third") ?? [])].map(([path]) => path)).toEqual([
    "/offline?locale=en",
    "/icon.svg",
  ]);
});
