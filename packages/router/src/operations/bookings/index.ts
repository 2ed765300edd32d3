import { router } from "../../trpc.ts";
import { add } from "./add.ts";
import { byLink, cancelByLink } from "./by-link.ts";
import { change } from "./change.ts";
import { cancel, complete, confirm, noShow, seat, undo } from "./decide.ts";
import { details, list } from "./read.ts";
import { slots } from "./slots.ts";

export const bookings = router({
  add,
  list,
  details,
  change,
  confirm,
  seat,
  complete,
  cancel,
  noShow,
  undo,
  byLink,
  cancelByLink,
  slots,
});
