import { cancelJob, getJob, listJobCodes, listJobs } from "@stampbook/core/vouchers";
import { z } from "zod";
import { router, staffProcedure } from "../../trpc.ts";
import { id } from "../fields.ts";
import { csvOf } from "../lists/listing.ts";
import { byId, PageOf, showPage } from "../lists/paging.ts";
import { ShownJob } from "../shown/catalogue.ts";

const One = z.object({ jobId: id });

const list = staffProcedure("manager")
  .input(z.object(byId))
  .output(PageOf(ShownJob))
  .query(async ({ ctx, input: { cursor, limit } }) =>
    showPage(await listJobs(ctx.desk, { after: cursor, limit })),
  );

const get = staffProcedure("manager")
  .input(One)
  .output(ShownJob)
  .query(({ ctx, input }) => getJob(ctx.desk, input.jobId));

/** Stops the job. The codes that it has made stay. */
const cancel = staffProcedure("manager")
  .input(One)
  .output(ShownJob)
  .mutation(({ ctx, input }) => cancelJob(ctx.desk, input.jobId));

/** The codes that the job has made so far. */
const codesCsv = csvOf({
  input: One.extend(byId),
  read: listJobCodes,
  columns: {
    code: (row) => row.code,
    voucher_id: (row) => row.voucherId,
    start_date: (row) => row.startDate,
    end_date: (row) => row.endDate,
    redeemed: (row, say) => say.word("is", row.isRedeemed),
  },
});

export const jobs = router({ list, get, cancel, codesCsv });
