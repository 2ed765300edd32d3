import { mostOf } from "@stampbook/core/limits";
import { TRPCClientError } from "@trpc/client";
import { readLocale } from "../../../messages/locale.ts";
import { callApi } from "../../../rpc/server.ts";
import { csvWords, withHeads } from "../../../ui/list/csv-words.ts";

/**
 * Returns a job's codes as CSV. Reads a page of codes whenever the browser wants more. If the first read is
 * refused, returns the refusal's status without a file.
 */
export async function streamCodes(jobId: number, merchantId: string | null): Promise<Response> {
  const [api, { messages }] = await Promise.all([callApi(merchantId), readLocale()]);
  const words = csvWords(messages, {});
  const pageAfter = (cursor: string | null) =>
    api.staff.jobs.codesCsv.query({ jobId, words, cursor, limit: mostOf.page });
  try {
    const [first] = await Promise.all([pageAfter(null), api.staff.jobs.get.query({ jobId })]);
    let cursor = first.nextCursor;
    const text = new ReadableStream<string>({
      start: (file) => {
        file.enqueue(withHeads(messages, first.text));
        if (cursor === null) file.close();
      },
      pull: async (file) => {
        const page = await pageAfter(cursor);
        file.enqueue(page.text);
        cursor = page.nextCursor;
        if (cursor === null) file.close();
      },
    });
    return new Response(text.pipeThrough(new TextEncoderStream()), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="codes-${jobId}.csv"`,
        "cache-control": "no-store",
      },
    });
  } catch (error) {
    if (!(error instanceof TRPCClientError)) throw error;
    return new Response(null, { status: error.data?.httpStatus ?? 503 });
  }
}
