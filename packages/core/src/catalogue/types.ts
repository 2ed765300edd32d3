/** Where and through what something can be used; empty lists mean everywhere. */
export type Limits = { readonly stores: readonly number[]; readonly channels: readonly number[] };

/** Days of the stores' calendars, the last one included; null sets no bound. */
export type Period = { readonly startDate: string | null; readonly endDate: string | null };

/** What staff say of a reward. */
export type RewardFields = Limits &
  Period & {
    readonly code: string;
    readonly name: string;
    readonly kind: "fixed" | "flexible";
    /** For one; 0 for a flexible reward. */
    readonly stampsToRedeem: number;
    /** The voucher that it issues. */
    readonly voucherTemplateId: number | null;
    readonly isActive: boolean;
  };

/** What staff say of a voucher template. */
export type TemplateFields = Limits & {
  readonly name: string;
  /** Face value, or the first value of a dynamic one; a decimal. */
  readonly value: string | null;
  /** Value is deducted little by little. Cannot be changed later. */
  readonly isDynamic: boolean;
  /** Days after the day of issue on which a voucher still works; null: without end. */
  readonly validityDays: number | null;
  readonly pictureUrl: string;
  readonly shortDescription: string;
  readonly description: string;
  readonly instructions: string;
  readonly termsAndConditions: string;
};

/** What staff say of a promo code. */
export type PromoCodeFields = Limits &
  Period & {
    readonly code: string;
    readonly name: string;
    readonly isActive: boolean;
    /** `HH:MM:SS`; over midnight where the end comes before the start. */
    readonly startTime: string | null;
    readonly endTime: string | null;
    readonly maxUses: number | null;
    readonly maxUsesPerCustomer: number | null;
  };

/** A thing of the catalogue as lists show it. */
export type Listed<Fields> = Fields & { readonly id: number; readonly createdAt: string };

export type RewardListed = Listed<RewardFields> & { readonly voucherTemplateName: string | null };
export type TemplateListed = Listed<TemplateFields>;
export type PromoCodeListed = Listed<PromoCodeFields> & { readonly uses: number };

/** What is shown of a list: those whose name or code holds the text. */
export type CatalogueFilter = { readonly text: string; readonly isActive: boolean | null };

/** What is written: a new thing, or one that is there. */
export type Save<Fields> = { readonly id: number | null; readonly fields: Fields };
