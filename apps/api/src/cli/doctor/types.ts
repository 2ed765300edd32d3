/**
 * The result of one check. `of` names the part that was checked. `says` describes its state, and what to do
 * if it is not ok.
 */
export type Finding = { readonly ok: boolean; readonly of: string; readonly says: string };
