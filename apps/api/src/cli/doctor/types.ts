/** The result of a check: ok, or what to do. */
export type Finding = { readonly ok: boolean; readonly of: string; readonly says: string };
