/** What a till needs for its ten calls. */
type Given = {
  readonly baseUrl: string;
  readonly token: string;
  readonly store: number;
  /** A reward of four stamps. */
  readonly reward: number;
};

/** Makes ten calls and returns one value of each answer. */
export type Till = (given: Given) => Promise<{
  readonly merchant: string | undefined;
  readonly member: string | undefined;
  readonly sale: number | undefined;
  readonly isSameSale: boolean;
  readonly redeemed: number | undefined;
  readonly refusal: unknown;
  readonly status: string | undefined;
  readonly left: number | undefined;
  readonly sales: readonly (string | null)[] | undefined;
  readonly outcome: string | undefined;
}>;
