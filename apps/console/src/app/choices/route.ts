import { type NextRequest, NextResponse } from "next/server";

const YEAR_SECONDS = 31_536_000;
const known: Readonly<Record<string, RegExp>> = {
  stampbook_store: /^[0-9]{1,16}$/,
  stampbook_locale: /^(en|id)$/,
};

/**
 * Stores a choice, such as the language, in a cookie of this device. The cookie contains no secret. A page of
 * another site is refused: its form could otherwise move a till to another store.
 */
export async function POST(request: NextRequest) {
  if (!isOurPage(request.headers)) return new NextResponse(null, { status: 403 });
  const given: unknown = await request.json().catch(() => null);
  if (!isChoice(given)) return new NextResponse(null, { status: 400 });
  const response = new NextResponse(null, { status: 204 });
  response.cookies.set(given.name, given.value, {
    maxAge: YEAR_SECONDS,
    sameSite: "lax",
    httpOnly: true,
    path: "/",
  });
  return response;
}

/**
 * Whether a page of the console sent a request. Browsers name the page's origin in every POST. They ask first
 * before they send JSON to another site.
 */
function isOurPage(headers: Headers): boolean {
  const own = `${headers.get("x-forwarded-proto")}://${headers.get("host")}`;
  const type = headers.get("content-type")?.split(";", 1)[0]?.trim();
  return headers.get("origin") === own && type === "application/json";
}

function isChoice(given: unknown): given is { name: string; value: string } {
  if (typeof given !== "object" || !given || !("name" in given) || !("value" in given))
    return false;
  const { name, value } = given;
  return typeof name === "string" && typeof value === "string" && !!known[name]?.test(value);
}
