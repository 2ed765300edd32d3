export { confirmVisit } from "./confirm-visit.ts";
export { keptVisit } from "./enter-visit.ts";
export { getVisitOutcome } from "./get-visit-outcome.ts";
export { loadVisit } from "./load-visit.ts";
export { previewVisit } from "./preview-visit.ts";
export type {
  IssuedVoucher,
  Visit,
  VisitInput,
  VisitList,
  VisitPartName,
  VisitPromoCode,
  VisitRedemption,
  VisitReward,
  VisitVoucher,
} from "./types.ts";
export { previewUndoVisit, type UndoPreview } from "./undoing/preview-undo-visit.ts";
export type { VisitPart } from "./undoing/undo.rules.ts";
export { undoVisit } from "./undoing/undo-visit.ts";
export { issuedCodes, valueTaken } from "./visit.rules.ts";
export { listTodaysVisits, type VisitRecord } from "./visit-record.sql.ts";
