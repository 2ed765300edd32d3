export { PIN_SESSION_HOURS } from "./device.rules.ts";
export { getDeviceState, listDevices, revokeDevice } from "./devices.sql.ts";
export { enrolDevice } from "./enrol-device.ts";
export { noteSignIn } from "./note-sign-in.ts";
export { openByPin } from "./open-by-pin.ts";
export { endPinSession, endPinSessions } from "./sessions.sql.ts";
export { setStaffPin } from "./set-staff-pin.ts";
export { hasStaffPin, removeStaffPin } from "./staff-pin.sql.ts";
export type { Device, DeviceState, PinGrant } from "./types.ts";
