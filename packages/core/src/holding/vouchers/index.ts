export { canBeHeld, hundredths } from "./amount.rules.ts";
export { channelNames, unavailable } from "./availability.rules.ts";
export { issueVouchers } from "./issue-vouchers.ts";
export {
  checkIssued,
  type IssuedVoucher,
  type WithdrawnVoucher,
  withdrawnOf,
} from "./issued.rules.ts";
export { issue } from "./issued-vouchers.sql.ts";
export { listJobCodes } from "./job-codes.sql.ts";
export { cancelJob, getJob, jobJson, listJobs } from "./jobs.sql.ts";
export { canSeeVoucherCodes, showCodes } from "./listing/held-vouchers.rules.ts";
export {
  countHeldVouchers,
  type HeldVoucherListed,
  type HeldVouchersInput,
  heldVoucherListed,
  heldVouchers,
  type Listed as HeldVoucherRow,
  listHeldVouchers,
  listVouchersById,
} from "./listing/held-vouchers.sql.ts";
export type { ExtraData, Job, JobState, Voucher } from "./types.ts";
export {
  addDays,
  type HeldVoucher,
  makeVoucher,
  type NewVoucher,
  spentVoucher,
  unknownVoucher,
  type VoucherTemplate,
} from "./voucher.rules.ts";
export { isSpent, issuedVouchers } from "./withdrawing.sql.ts";
export { workOnJobs } from "./work-on-jobs.ts";
