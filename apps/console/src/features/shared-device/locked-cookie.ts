/**
 * The cookie that is set while this browser is locked. The server reads it too, so that a reload shows no
 * page.
 */
export const LOCKED_COOKIE = "stampbook_locked";
