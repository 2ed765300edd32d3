const nobody = { email: null, memberId: null, mobileNumber: null, firstId: null, customer: null };

/** Returns the columns that name a call's customer: by an email, or by nothing if `email` is null. */
export const namedBy = (email: string | null) => ({ ...nobody, email });
