type Known = {
  readonly name: string;
  readonly mobileNumber: string | null;
  readonly email: string | null;
  readonly memberId: string | null;
};

/** Returns the customer's name. A customer without a name is called by phone, email or Member ID. */
export function nameOf({ name, mobileNumber, email, memberId }: Known): string {
  return name || mobileNumber || email || memberId || "";
}

/** Returns the ways to reach a customer and the Member ID, without the one that stands in for the name. */
export function factsOf(customer: Known): string[] {
  const { memberId, mobileNumber, email } = customer;
  return [memberId, mobileNumber, email]
    .filter((fact) => fact !== null)
    .filter((fact) => fact && fact !== nameOf(customer));
}
