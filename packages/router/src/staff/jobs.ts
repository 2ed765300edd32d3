import { cancelJob, getJob, type JobCode, listJobCodes, listJobs } from "@stampbook/core/catalogue";
import { z } from "zod";
import { router, staffProcedure } from "../trpc.ts";
import { screenWords, showCsv } from "./csv.ts";
import { id } from "./fields.ts";
import { byId, showPage } from "./paging.ts";

const One = z.object({ jobId: id });

const list = staffProcedure("manager")
  .input(z.object(byId))
  .query(async ({ ctx, input: { cursor, limit } }) =>
    showPage(await listJobs(ctx.desk, { after: cursor, limit })),
  );

const get = staffProcedure("manager")
  .input(One)
  .query(({ ctx, input }) => getJob(ctx.desk, input.jobId));

/** Stops the job; what it made stays. */
const cancel = staffProcedure("manager")
  .input(One)
  .mutation(({ ctx, input }) => cancelJob(ctx.desk, input.jobId));

/** The codes that it has made so far. */
const codesCsv = staffProcedure("manager")
  .input(One.extend({ ...byId, words: screenWords }))
  .query(async ({ ctx, input: { cursor, words, ...rest } }) =>
    showCsv(
      ctx.desk,
      await listJobCodes(ctx.desk, { ...rest, after: cursor }),
      { cursor, words },
      {
        code: (row: JobCode) => row.code,
        voucher_id: (row) => row.voucherId,
        start_date: (row) => row.startDate,
        end_date: (row) => row.endDate,
        redeemed: (row, say) => say.word("is", row.isRedeemed),
      },
    ),
  );

export const jobs = router({ list, get, cancel, codesCsv });
