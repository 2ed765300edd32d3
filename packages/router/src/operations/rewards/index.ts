import { router } from "../../trpc.ts";
import { details } from "./details.ts";
import { list } from "./list.ts";

export const rewards = router({ list, details });
