const nobody = { email: null, memberId: null, mobileNumber: null, firstId: null, customer: null };

/** The columns of a call that names its customer by an email, or by nothing. */
export const namedBy = (email: string | null) => ({ ...nobody, email });
