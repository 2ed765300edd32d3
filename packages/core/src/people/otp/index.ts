export { checkOtp } from "./check-otp.ts";
export { invalidOtp } from "./otp.rules.ts";
export { requestOtp } from "./request-otp.ts";
export { resetOtpLimit } from "./reset-otp-limit.ts";
export { validateMobileNumber } from "./validate-mobile-number.ts";
