/** The largest value of an `integer` column. */
const MOST = 2_147_483_647;

/**
 * Limits of what staff enter and files contain. Both use one table, so that data entered in the console
 * can be imported again, and imported data can be saved in the console. Texts are counted in
 * characters, lists in entries.
 */
export const mostOf = {
  name: 255,
  code: 255,
  count: MOST,
  /** Countries that may get text messages. */
  countries: 250,
  /** Stores to which something is limited. */
  stores: 100_000,
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
} as const;
