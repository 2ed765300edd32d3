export { checkOtp } from "./check-otp.ts";
export { invalidOtp } from "./otp.rules.ts";
export { type RequestOtpInput, requestOtp } from "./request-otp.ts";
export { type ResetOtpLimitInput, resetOtpLimit } from "./reset-otp-limit.ts";
export { type ValidateMobileNumberInput, validateMobileNumber } from "./validate-mobile-number.ts";
