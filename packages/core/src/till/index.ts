export { getTillCard, type TillCard, type TillReward, type TillVoucher } from "./get-till-card.ts";
export { listTillMatches, type TillMatches } from "./list-till-matches.ts";
