import { router } from "../../trpc.ts";
import { add } from "./add.ts";
import { cancel, complete, confirm, noShow, seat } from "./decide.ts";
import { details } from "./read.ts";

export const bookings = router({ add, details, confirm, seat, complete, cancel, noShow });
