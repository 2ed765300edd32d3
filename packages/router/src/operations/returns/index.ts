import { router } from "../../trpc.ts";
import { add } from "./add.ts";
import { preview } from "./preview.ts";

export const returns = router({ preview, add });
