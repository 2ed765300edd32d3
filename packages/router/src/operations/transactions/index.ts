import { router } from "../../trpc.ts";
import { add, addBrief } from "./add.ts";
import { byUser, details, previewEarnings } from "./read.ts";

export const transactions = router({ add, addBrief, previewEarnings, details, byUser });
