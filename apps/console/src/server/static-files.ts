import type { RequestListener } from "node:http";
import sirv from "sirv";

const PREFIX = "/_next/static";
/** Browsers may keep a file this long, because its name changes with its content. */
const A_YEAR_S = 365 * 24 * 60 * 60;

/**
 * Serves a build's scripts and styles, in the smallest form that the browser accepts (`scripts/compress.ts`).
 * All other requests go to `others`.
 */
export function serveStatic(folder: string, others: RequestListener): RequestListener {
  const files = sirv(folder, { brotli: true, gzip: true, immutable: true, maxAge: A_YEAR_S });
  return (request, response) => {
    const { url = "" } = request;
    if (!url.startsWith(`${PREFIX}/`)) return others(request, response);
    request.url = url.slice(PREFIX.length);
    files(request, response, () => {
      request.url = url;
      others(request, response);
    });
  };
}
