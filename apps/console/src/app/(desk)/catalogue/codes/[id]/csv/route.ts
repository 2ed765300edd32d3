import { streamCodes } from "../../../../../../features/catalogue/codes/stream-codes.ts";

type RouteContext = { params: Promise<{ id: string }> };

/** Streams a job's codes as a file, so that a hundred thousand codes are never in memory at once. */
export async function GET(request: Request, { params }: RouteContext) {
  const { id } = await params;
  if (!/^[1-9][0-9]{0,14}$/.test(id)) return new Response(null, { status: 404 });
  return streamCodes(Number(id), new URL(request.url).searchParams.get("merchant"));
}
