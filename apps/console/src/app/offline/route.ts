import { localeOf, wordsOf } from "../../messages/locale.ts";
import { pageRequest } from "../../rpc/page-request.ts";
import { offlinePage } from "../../shell/offline-page.ts";

/** Returns the page to show without a network, in one language. The service worker caches it. */
export async function GET(request: Request) {
  const locale = localeOf(new URL(request.url).searchParams.get("locale"));
  const page = offlinePage(locale, wordsOf(locale).offline, pageRequest()?.nonce ?? "");
  return new Response(page, {
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" },
  });
}
