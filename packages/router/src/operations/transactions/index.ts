import { router } from "../../trpc.ts";
import { add, addBrief } from "./add.ts";
import { cancel, cancelById } from "./cancel.ts";
import { byUser, details, previewEarnings } from "./read.ts";

export const transactions = router({
  ...{ add, addBrief, cancel, cancelById },
  ...{ previewEarnings, details, byUser },
});
