export { getOutcome } from "./get-outcome.ts";
