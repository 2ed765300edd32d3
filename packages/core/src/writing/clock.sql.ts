/**
 * The current time: the moment at which the statement began, plus the offset in milliseconds (`$2`).
 * UPDATEs on distributed tables allow no volatile function, so it is not `clock_timestamp()`.
 */
export const now = "statement_timestamp() + $2 * interval '1 millisecond'";
