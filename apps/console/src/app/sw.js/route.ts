import { localeOf } from "../../messages/locale.ts";
import { pageRequest } from "../../rpc/page-request.ts";
import { leave, serveShell } from "../../shell/serve-shell.ts";

/**
 * The service worker's script for a language. The text names the build, so that browsers notice a new one.
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
