import { localeOf } from "../../messages/locale.ts";
import { pageRequest } from "../../rpc/page-request.ts";
import { leave, serveShell } from "../../shell/serve-shell.ts";

/**
 * Returns the service worker's script for a language. The script has the build's name, so that browsers
 * notice a new build. Without a build, returns a script that unregisters the worker.
 */
export async function GET(request: Request) {
  const locale = localeOf(new URL(request.url).searchParams.get("locale"));
  const build = pageRequest()?.build;
  const text = build
    ? `(${serveShell})(${JSON.stringify(build)}, "/offline?locale=${locale}")`
    : `(${leave})()`;
  return new Response(text, {
    headers: { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache" },
  });
}
