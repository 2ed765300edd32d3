import { tryTemplate } from "@stampbook/core/messages";
import { z } from "zod";
import type { Facts } from "../merchant-file/facts.ts";
import { readRow } from "../merchant-file/read-row.ts";
import { problemAt } from "./place.ts";
import type { Problems } from "./problems.ts";
import type { FoundRecord } from "./read-records.ts";

/** Compiles a message template and fills it with samples, to check that it can produce a message. */
export async function judgeTemplate(
  record: FoundRecord,
  facts: Facts,
  problems: Problems,
): Promise<void> {
  const read = readRow("message_templates", record.value, facts);
  if (read instanceof z.ZodError || read.kind !== "messageTemplates") return;
  const tried = await tryTemplate(read.row, facts.merchant ?? { name: "", country: "" });
  if ("problem" in tried)
    problems.add(problemAt(record, tried.part, `cannot be used: ${tried.problem}`));
}
