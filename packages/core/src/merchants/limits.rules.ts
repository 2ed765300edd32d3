/** What an `integer` column takes at most. */
const MOST = 2_147_483_647;

/**
 * How much there may be of what staff write and files bring. One table for both, so that what was
 * written in the console imports again, and what was imported can be saved in the console. Texts are
 * counted in characters, lists in entries.
 */
export const mostOf = {
  name: 255,
  code: 255,
  count: MOST,
  /** Countries that text messages go to. */
  countries: 250,
  /** Stores that something is limited to. */
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
  /** Further ones, besides the one that is shown. */
  memberIds: 20,
  /** Spans of a day's opening hours. */
  spans: 10,
  subject: 1_000,
  body: 100_000,
  html: 500_000,
  mjml: 100_000,
  approved: { name: 512, language: 15, parameters: 20, parameter: 1_000 },
} as const;
