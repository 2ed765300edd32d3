import { router } from "../../trpc.ts";
import { add, addBrief } from "./add.ts";
import { addWithRedemptions } from "./add-with-redemptions.ts";
import { cancel, cancelById } from "./cancel.ts";
import { modify } from "./modify.ts";
import { byUser, details, list, previewEarnings } from "./read.ts";

export const transactions = router({
  add,
  addBrief,
  addWithRedemptions,
  modify,
  previewEarnings,
  details,
  byUser,
  list,
  cancel,
  cancelById,
});
