import { router } from "../../trpc.ts";
import { add, addToMember } from "./add.ts";
import { cancel } from "./cancel.ts";
import { deduct } from "./deduct.ts";

export const stamps = router({ add, addToMember, cancel, deduct });
