/** The largest value of an `integer` column. */
const MOST = 2_147_483_647;

/**
 * Limits of the values that tills send, staff enter and files contain. All use this table, so that data
 * entered in the console can be imported again, and imported data can be saved in the console. Texts are
 * counted in characters, lists in entries.
 */
export const mostOf = {
  name: 255,
  /** Codes, invoice numbers, request ids and other identifiers. */
  code: 255,
  email: 255,
  mobileNumber: 40,
  /** Why something was changed. */
  reason: 500,
  /** A guest's notes on a booking. */
  notes: 500,
  count: MOST,
  /** How often one line redeems its reward. */
  qty: 100,
  /** Rewards redeemed at once. */
  rewardLines: 50,
  /** Lines of one visit: rewards, vouchers and promo codes together. */
  visitLines: 50,
  /** The visits of today that the till lists. */
  lastVisits: 20,
  /** Lines of a sale, and the stamps that a POS gives for it. */
  saleItems: 500,
  salePayments: 50,
  saleStamps: 1_000_000,
  /** Stamps that are given or taken by hand at once. */
  adjustment: 1_000_000,
  /** Days from today to the first day of a voucher that a token issues. */
  startDays: 3_650,
  /** Vouchers that a token issues at once. */
  issuedToOne: 100,
  /** Customers who get a voucher at once. */
  issued: 500,
  /** Codes that one job generates. */
  generated: 100_000,
  /** Members that a search suggests. */
  suggestions: 10,
  /** Rows of a page of a list. */
  page: 1_000,
  /** Bookings of a page. */
  bookingsPage: 100,
  /** Rewards in a page of `/api/rewards`. The same limit applies to the vouchers in that page. */
  rewardsPage: 100,
  /** Vouchers of a page that a token asks for. */
  vouchersPage: 100,
  /** Countries that may get text messages. */
  countries: 250,
  /** Stores to which something is limited. */
  stores: 100_000,
  /** The price of a reward. */
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
  /** Further Member IDs, in addition to the one that is shown. */
  memberIds: 20,
  /** Spans of a day's opening hours. */
  spans: 10,
  subject: 1_000,
  body: 100_000,
  html: 500_000,
  mjml: 100_000,
  approved: { name: 512, language: 15, parameters: 20, parameter: 1_000 },
  /** A caller's own data, as JSON. */
  extraData: { bytes: 16_384, depth: 8 },
} as const;

/** The shortest text for which members are suggested, in characters. */
export const SHORTEST_SEARCH = 2;

/** The shortest reason, in characters. */
export const SHORTEST_REASON = 3;

/** The length of a password in characters: of a customer (decisions, section 4), and of staff. */
export const passwordLength = { shortest: 8, longest: 128 } as const;
export const staffPasswordLength = { shortest: 12, longest: 128 } as const;

/**
 * The bounds of a merchant's settings in the console. An imported file may exceed those that the database
 * does not check.
 */
export const settingBounds = {
  pinMaxAttempts: [1, 10],
  pinLifetimeAttempts: [1, 1_000],
  otpTtlSeconds: [30, 3_600],
  otpMaxAttempts: [1, 20],
  otpRequestsPerHour: [1, 100],
  cashierCancelHours: [0, 8_760],
  lockAfterMinutes: [1, 720],
  // a dispute or an attack is often noticed weeks later
  keepBookingsDays: [30, 3_650],
  keepRefusalsDays: [1, 365],
  keepAuditDays: [90, 3_650],
  keepEventsDays: [30, 3_650],
} as const;

/** The bounds of a merchant's programme, in the console and in a file. */
export const programmeBounds = {
  earnStamps: [0, mostOf.saleStamps],
  earnMaxPerTransaction: [0, mostOf.saleStamps],
  earnMaxPerDay: [0, mostOf.stamps],
  stampsValidDays: [0, mostOf.validityDays],
} as const;

/** The most lots of stamps that an imported customer may have. */
export const MOST_LOTS = 10_000;

/** The patterns of texts in the programme's settings. */
export const programmeForms = {
  /** The beginning of generated Member IDs, so that none reads as a primary key. */
  memberIdPrefix: /^[A-Za-z][A-Za-z0-9-]{0,9}$/,
  /** The factor by which a level multiplies earned stamps, from 0 up. */
  multiplier: /^[0-9]{1,3}(\.[0-9]{1,2})?$/,
} as const;

/** The fewest and most months for which spending counts for a level. */
export const levelMonths = [1, 120] as const;

/** The patterns of texts. */
export const forms = {
  /** A PIN or a one-time password. */
  sixDigits: /^[0-9]{6}$/,
  /** Money or a value, from 0 up. */
  amount: /^[0-9]{1,12}(\.[0-9]{1,2})?$/,
  /** `HH:MM` */
  minute: /^([01][0-9]|2[0-3]):[0-5][0-9]$/,
  /** `HH:MM` or `HH:MM:SS` */
  time: /^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$/,
} as const;

/** Whether a text is a calendar day, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  // PostgreSQL's calendar has no year 0
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) || text < "0001") return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}
