import type { Scenario } from "../types.ts";
import { redeeming } from "./redeeming.ts";

/** Everything that can be measured, in the order of the document. */
export const scenarios: readonly Scenario[] = [...redeeming];
