/** What one check found: all is well, or what to do. */
export type Finding = { readonly ok: boolean; readonly of: string; readonly says: string };
