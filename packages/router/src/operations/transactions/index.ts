import { router } from "../../trpc.ts";
import { add, addBrief } from "./add.ts";

export const transactions = router({ add, addBrief });
