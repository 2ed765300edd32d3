import { type NextRequest, NextResponse } from "next/server";

const YEAR_SECONDS = 31_536_000;
const known: Readonly<Record<string, RegExp>> = {
  stampbook_store: /^[0-9]{1,16}$/,
  stampbook_locale: /^(en|id)$/,
};

/** Stores a choice, such as the language, in a cookie of this device. The cookie contains no secret. */
export async function POST(request: NextRequest) {
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

function isChoice(given: unknown): given is { name: string; value: string } {
  if (typeof given !== "object" || !given || !("name" in given) || !("value" in given))
    return false;
  const { name, value } = given;
  return typeof name === "string" && typeof value === "string" && !!known[name]?.test(value);
}
