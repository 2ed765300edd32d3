export { getTillCard, type TillReward, type TillVoucher } from "./get-till-card.ts";
export { listTillMatches } from "./list-till-matches.ts";
