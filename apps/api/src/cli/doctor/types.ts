/** The result of a check of the part `of`: it is ok, or `says` what to do. */
export type Finding = { readonly ok: boolean; readonly of: string; readonly says: string };
