/** The result of checking the part `of`. `says` describes its state, and what to do if it is not ok. */
export type Finding = { readonly ok: boolean; readonly of: string; readonly says: string };
