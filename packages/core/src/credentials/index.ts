export { type CheckPinInput, checkPin, type PinVerdict } from "./check-pin.ts";
export { type ValidatePinInput, validatePin } from "./validate-pin.ts";
