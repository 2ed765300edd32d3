import { router } from "../../trpc.ts";
import { add } from "./add.ts";

export const returns = router({ add });
