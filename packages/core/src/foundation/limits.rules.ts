/** The largest value of an `integer` column. */
const MOST = 2_147_483_647;

/**
 * Limits of the values that tills send, staff enter and imported files contain. Tills, console and import use
 * the same limits, so data from the console can be imported again. Imported data can also be saved in the
 * console. The limit of a text is in characters, of a list in entries.
 */
export const mostOf = {
  name: 255,
  /** Codes, invoice numbers, request ids and other identifiers. */
  code: 255,
  email: 255,
  mobileNumber: 40,
  /** Staff's reason for a change. */
  reason: 500,
  /** A guest's notes on a booking, and the notes of a voucher and about a customer. */
  notes: 500,
  count: MOST,
  /** How many times one line redeems its reward. */
  qty: 100,
  /** Lines of rewards that one call redeems. */
  rewardLines: 50,
  /** Lines of one visit: rewards, vouchers and promo codes together. */
  visitLines: 50,
  /** The number of today's visits that the till lists. */
  lastVisits: 20,
  /** Items of a sale. `saleStamps`: the stamps that a POS gives for one sale. */
  saleItems: 500,
  salePayments: 50,
  saleStamps: 1_000_000,
  /** Stamps that one call gives or takes by hand. */
  adjustment: 1_000_000,
  /** Days from today to the first day of a voucher that a token issues. */
  startDays: 3_650,
  /** Vouchers that a token issues in one call. */
  issuedToOne: 100,
  /** Customers to whom one call issues a voucher. */
  issued: 500,
  /** Codes that one job generates. */
  generated: 100_000,
  /** Members that a search suggests. */
  suggestions: 10,
  /** Rows in a page of a list. */
  page: 1_000,
  /** Rows in a page of a list of a period that a token requests. */
  periodPage: 100,
  /** Days of the period of such a list. */
  periodDays: 31,
  /** Days from the first to the last of a list of bookings. */
  bookingDays: 366,
  /** The text that names where a page of such a list begins. */
  cursor: 300,
  /** Bookings in a page. */
  bookingsPage: 100,
  /** Rewards in a page of `/api/rewards`. The same limit applies to the vouchers in that page. */
  rewardsPage: 100,
  /** Vouchers in a page that a token requests. */
  vouchersPage: 100,
  /** Countries to which text messages may be sent. */
  countries: 250,
  /** Channels that a filter names. */
  channels: 100,
  /** Stores to which a reward or another item is limited. */
  stores: 100_000,
  /** A number of stamps without a smaller limit, such as the price of a reward. */
  stamps: 1_000_000_000,
  validityDays: 36_500,
  pictureUrl: 2_048,
  shortDescription: 10_000,
  description: 10_000,
  instructions: 10_000,
  termsAndConditions: 20_000,
  gender: 255,
  address: 1_000,
  tag: 255,
  tags: 100,
  /** Further Member IDs of a customer, besides the one that is shown. */
  memberIds: 20,
  /** Spans in the opening hours of one day. */
  spans: 10,
  /** Days of a store on which other hours apply. */
  specialDays: 400,
  /** People who can arrive in one slot of a store. */
  covers: 10_000,
  subject: 1_000,
  body: 100_000,
  html: 500_000,
  mjml: 100_000,
  approved: { name: 512, language: 15, parameters: 20, parameter: 1_000 },
  /** A caller's own data: the size of its JSON, and how deeply objects may be nested. */
  extraData: { bytes: 16_384, depth: 8 },
} as const;

/** The shortest search text that returns suggested members, in characters. */
export const SHORTEST_SEARCH = 2;

/** The shortest reason for a change, in characters. */
export const SHORTEST_REASON = 3;

/** The length of a customer's password, in characters. See decisions, section 4. */
export const passwordLength = { shortest: 8, longest: 128 } as const;
export const staffPasswordLength = { shortest: 12, longest: 128 } as const;

/**
 * The lowest and highest value of each setting in the console. An imported file may exceed a bound that the
 * database does not check.
 */
export const settingBounds = {
  pinMaxAttempts: [1, 10],
  pinLifetimeAttempts: [1, 1_000],
  // a whole minute, because messages name the validity in minutes
  otpTtlSeconds: [60, 3_600],
  otpMaxAttempts: [1, 20],
  otpRequestsPerHour: [1, 100],
  cashierCancelHours: [0, 8_760],
  cashierSaleStamps: [1, mostOf.saleStamps],
  cashierSaleTotal: [1, 1_000_000_000],
  cashierStampsPerDay: [1, 1_000_000_000],
  lockAfterMinutes: [1, 720],
  // Bookings, audit entries and security events are kept for at least 30 days, because staff often notice a
  // dispute or an attack only weeks later.
  keepBookingsDays: [30, 3_650],
  keepRefusalsDays: [1, 365],
  keepAuditDays: [90, 3_650],
  keepEventsDays: [30, 3_650],
  guessesPerMinute: [10, 600],
  blockedPinsPerDay: [10, 1_000],
  customersShownPerMinute: [100, 60_000],
  customersShownPerDay: [1_000, 5_000_000],
  suggestionsPerMinute: [10, 6_000],
} as const;

/** The lowest and highest value of each setting for bookings, in the console and in a file. */
export const bookingBounds = {
  bookingUndoMinutes: [0, 1_440],
  bookingCancelMinutes: [0, 10_080],
  bookingReminderHours: [1, 168],
} as const;

/** The lowest and highest value of each setting of a merchant's programme, in the console and in a file. */
export const programmeBounds = {
  earnStamps: [0, mostOf.saleStamps],
  earnMaxPerTransaction: [0, mostOf.saleStamps],
  earnMaxPerDay: [0, mostOf.stamps],
  stampsValidDays: [0, mostOf.validityDays],
} as const;

/** The most lots of stamps (`MovedLot`) that an imported customer may have. */
export const MOST_LOTS = 10_000;

/** The patterns of texts in the settings of a merchant's programme. */
export const programmeForms = {
  /**
   * The beginning of generated Member IDs. Begins with a letter, so no generated Member ID looks like an
   * `id`.
   */
  memberIdPrefix: /^[A-Za-z][A-Za-z0-9-]{0,9}$/,
  /** The factor by which a level multiplies earned stamps, from 0 up. */
  multiplier: /^[0-9]{1,3}(\.[0-9]{1,2})?$/,
} as const;

/** The lowest and highest number of months whose spending counts for a level. */
export const levelMonths = [1, 120] as const;

/** The lengths of a store's slots of bookings, in minutes. */
export const slotLengths = [15, 30, 60] as const;

/** The patterns of texts that several operations use. */
export const forms = {
  /** A PIN or a one-time password. */
  sixDigits: /^[0-9]{6}$/,
  /** Money or another value, 0 or more. */
  amount: /^[0-9]{1,12}(\.[0-9]{1,2})?$/,
  /** `HH:MM` */
  minute: /^([01][0-9]|2[0-3]):[0-5][0-9]$/,
  /** `HH:MM` or `HH:MM:SS` */
  time: /^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$/,
} as const;

/** Returns whether a text is a calendar day, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  // PostgreSQL's calendar has no year 0
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) || text < "0001") return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

/** Writes a decimal of at most two places as it is stored: `007.5` as `7.50`. */
export function withTwoPlaces(decimal: string): string {
  const [whole = "", places = ""] = decimal.split(".");
  return `${whole.replace(/^(-?)0+(?=[0-9])/, "$1")}.${places.padEnd(2, "0")}`;
}

/** Writes a time of `forms.time` as it is stored: `08:30` as `08:30:00`. */
export const withSeconds = (time: string) => (time.length === 5 ? `${time}:00` : time);

/** Currencies that are written without decimals, although ISO 4217 has some for them. */
const inWholeUnits = new Set(["IDR"]);

/** Whether prices in a currency (ISO 4217) are written without decimals, as in IDR and JPY. */
export function isInWholeUnits(currency: string): boolean {
  return inWholeUnits.has(currency) || decimalsOf(currency) === 0;
}

/** Returns how many decimals ISO 4217 has for a known currency. */
export function decimalsOf(currency: string): number {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits ?? 0;
}
