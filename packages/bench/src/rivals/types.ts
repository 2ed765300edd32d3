export type RedeemInput = {
  readonly user: string | number;
  readonly store: string | number;
  readonly voucher?: number | undefined;
  readonly reward?: number | undefined;
  readonly value?: number | undefined;
};

export type Redeemed = {
  readonly id: number;
  readonly name: string;
  readonly stampsUsed: number;
  readonly changed: Record<string, unknown>;
};

/** Makes one redemption. Throws if it is refused. */
export type Redeem = (input: RedeemInput) => Promise<Redeemed>;
