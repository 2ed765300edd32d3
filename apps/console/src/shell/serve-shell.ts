/**
 * The types of a service worker that are used here. TypeScript's own types of workers cannot be used together
 * with its types of pages, such as `window`.
 */
type Waits = Event & { readonly waitUntil: (work: Promise<unknown>) => void };
type Fetches = Waits & {
  readonly request: Request;
  readonly respondWith: (response: Promise<Response>) => void;
};
type Worker = {
  readonly skipWaiting: () => void;
  readonly clients: { readonly claim: () => Promise<void> };
  readonly addEventListener: <Kind extends keyof Events>(
    kind: Kind,
    hear: (event: Events[Kind]) => void,
  ) => void;
};
type Events = { install: Waits; activate: Waits; fetch: Fetches; message: Waits & MessageEvent };

/**
 * The console's service worker. It is sent as text, so it may use nothing outside of this function. It caches
 * the build's files that pages have loaded, the page to show without a network, and the icon of that page. It
 * caches no other answer, because pages and the API's answers contain personal data.
 */
export function serveShell(build: string, offline: string): void {
  const worker = self as unknown as Worker;
  const mark = "/icon.svg";
  const prefix = "shell-";
  const current = prefix + build;
  // static files can be cached, because their names change with their contents
  const isStatic = ({ origin, pathname }: URL) =>
    origin === location.origin && pathname.startsWith("/_next/static/");

  async function keep(addresses: readonly string[]) {
    const cache = await caches.open(current);
    for (const address of addresses)
      if (isStatic(new URL(address)) && !(await caches.match(address)))
        await cache.add(address).catch(() => {});
  }

  async function fileOf(request: Request, event: Fetches) {
    const kept = await caches.match(request, { ignoreVary: true });
    if (kept) return kept;
    const response = await fetch(request);
    if (response.status === 200) {
      const copy = response.clone();
      event.waitUntil(caches.open(current).then((cache) => cache.put(request, copy)));
    }
    return response;
  }

  const orKept = async (request: Request, instead: string) => {
    try {
      return await fetch(request);
    } catch (error) {
      const kept = await caches.match(instead);
      if (!kept) throw error;
      return kept;
    }
  };

  worker.addEventListener("install", (event) => {
    // Takes over at once. The files of the previous build stay for its open pages, see `activate`.
    worker.skipWaiting();
    const anew = [offline, mark].map((address) => new Request(address, { cache: "reload" }));
    event.waitUntil(caches.open(current).then((cache) => cache.addAll(anew)));
  });

  worker.addEventListener("activate", (event) => {
    const tidy = async () => {
      // `caches.keys` is in the order of creation. So the last of `others` belongs to the previous build, and
      // is kept.
      const ours = (await caches.keys()).filter((name) => name.startsWith(prefix));
      const others = ours.filter((name) => name !== current);
      await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
      await worker.clients.claim();
    };
    event.waitUntil(tidy());
  });

  // a page sends the addresses of the files that it loaded before the worker ran
  worker.addEventListener("message", (event) => {
    // repeated, because Chromium ignored the call during `install` in four of twenty tries on a busy machine
    worker.skipWaiting();
    event.waitUntil(keep(event.data));
  });

  worker.addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== "GET") return;
    if (request.mode === "navigate") event.respondWith(orKept(request, offline));
    else if (isStatic(url)) event.respondWith(fileOf(request, event));
    else if (url.pathname === mark) event.respondWith(orKept(request, mark));
  });
}

/**
 * The worker in development, where files keep their names and must not be cached. It replaces the worker of
 * an earlier build, and unregisters itself.
 */
export function leave(): void {
  const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
  self.addEventListener("activate", () => void registration.unregister());
}
