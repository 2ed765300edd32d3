import { type NextRequest, NextResponse } from "next/server";
import { apiUrl } from "./env.ts";
import { hopHeaders } from "./rpc/hop.ts";

/** The browser sees one origin. Not `rewrites()`: those are fixed when the console is built. */
export function proxy({ nextUrl, headers }: NextRequest) {
  return NextResponse.rewrite(new URL(nextUrl.pathname + nextUrl.search, apiUrl()), {
    request: { headers: hopHeaders(headers) },
  });
}

export const config = { matcher: ["/trpc/:path*", "/staff-auth/:path*", "/health"] };
