/** One value of an audit record. A change also has the old value, `from`. */
export type Told = {
  readonly field: string;
  readonly from?: unknown;
  readonly to: unknown;
};

type Details = Readonly<Record<string, unknown>>;

/** A new record's changes contain every field. Only these fields are shown. */
const ofNew = new Set(["name", "code", "email", "mobileNumber", "memberId"]);
const ofChange = new Set([
  "name",
  "email",
  "role",
  "stores",
  "scopes",
  "delta",
  "startDate",
  "endDate",
  "date",
  "time",
  "numberOfPeople",
]);

/** Returns the values of an audit record that are shown, in the record's order. */
export function toldBy(action: string, details: Details): readonly Told[] {
  const { from, to } = details;
  if (isText(from) && isText(to)) return [{ field: "status", from, to }];
  const isNew = Object.values(details).every((value) => !isChange(value) || isNothing(value.from));
  return Object.entries(details).flatMap(([field, value]): Told[] => {
    if (!isChange(value))
      return ofChange.has(field) ? [{ field: labelOf(action, field), to: value }] : [];
    if (isNothing(value.from) && isNothing(value.to)) return [];
    if (!isNew) return [{ field, ...value }];
    return ofNew.has(field) ? [{ field, to: value.to }] : [];
  });
}

const isNothing = (value: unknown) => value === null || value === undefined || value === "";

/** Returns the field whose label fits: what names a sale is its invoice number. */
const labelOf = (action: string, field: string) =>
  field === "name" && action.startsWith("transactions.") ? "invoiceNumber" : field;

/** An issued voucher, and the customer who got it. */
export type IssuedTold = { readonly id: number; readonly customerId: number };

/**
 * Returns the parts of an audit record that have their own page: issued vouchers, a job that generates codes,
 * a customer.
 */
export function givenBy({ vouchers, job, codes, customer }: Details) {
  return {
    vouchers: Array.isArray(vouchers) ? vouchers.filter(isIssued) : [],
    job: isNumber(job) && isNumber(codes) ? { id: job, codes } : null,
    customerId: isNumber(customer) ? customer : null,
  };
}

function isIssued(value: unknown): value is IssuedTold {
  return (
    typeof value === "object" &&
    value !== null &&
    "id" in value &&
    "customerId" in value &&
    isNumber(value.id) &&
    isNumber(value.customerId)
  );
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isChange(value: unknown): value is { readonly from: unknown; readonly to: unknown } {
  return typeof value === "object" && value !== null && "from" in value && "to" in value;
}
