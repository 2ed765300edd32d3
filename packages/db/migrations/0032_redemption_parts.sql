CREATE TABLE "redemption_cancels" (
	"merchant_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"redemption_id" bigint NOT NULL,
	"line" integer NOT NULL,
	"qty" integer NOT NULL,
	"stamps" bigint NOT NULL,
	"reason" text,
	"canceled_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "redemption_cancels_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "redemption_cancels_part" CHECK ("redemption_cancels"."qty" > 0 and "redemption_cancels"."stamps" >= 0)
);
--> statement-breakpoint
ALTER TABLE "stamp_debts" DROP CONSTRAINT "stamp_debts_cause";--> statement-breakpoint
ALTER TABLE "stamp_debts" DROP CONSTRAINT "stamp_debts_delta";--> statement-breakpoint
ALTER TABLE "stamp_entries" DROP CONSTRAINT "stamp_entries_cause";--> statement-breakpoint
ALTER TABLE "stamp_entries" DROP CONSTRAINT "stamp_entries_reversed";--> statement-breakpoint
ALTER TABLE "redemption_lines" ADD COLUMN "canceled_qty" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "redemptions" ADD COLUMN "stamps_returned" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "redemptions" ADD COLUMN "canceled_qty" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "issued_by_line" integer;--> statement-breakpoint
ALTER TABLE "redemption_cancels" ADD CONSTRAINT "redemption_cancels_merchant_id_redemption_id_line_redemption_lines_merchant_id_redemption_id_line_fk" FOREIGN KEY ("merchant_id","redemption_id","line") REFERENCES "public"."redemption_lines"("merchant_id","redemption_id","line") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "redemption_cancels_line" ON "redemption_cancels" USING btree ("merchant_id","redemption_id","line");--> statement-breakpoint
ALTER TABLE "redemption_lines" ADD CONSTRAINT "redemption_lines_canceled" CHECK ("redemption_lines"."canceled_qty" between 0 and "redemption_lines"."qty") NOT VALID;--> statement-breakpoint
ALTER TABLE "redemptions" ADD CONSTRAINT "redemptions_returned" CHECK ("redemptions"."canceled_qty" >= 0 and ("redemptions"."stamps_returned" in (0, "redemptions"."stamps_used") or "redemptions"."stamps_returned" between 1 and "redemptions"."stamps_used" and "redemptions"."status" = 'Created')) NOT VALID;--> statement-breakpoint
ALTER TABLE "stamp_debts" ADD CONSTRAINT "stamp_debts_cause" CHECK ("stamp_debts"."cause" in ('opening', 'cancel', 'modification', 'return', 'earning', 'earning_canceled', 'cancellation', 'part_cancellation', 'forgiven')) NOT VALID;--> statement-breakpoint
ALTER TABLE "stamp_debts" ADD CONSTRAINT "stamp_debts_delta" CHECK (case when "stamp_debts"."cause" in ('earning', 'cancellation', 'part_cancellation', 'forgiven') then "stamp_debts"."delta" < 0 else "stamp_debts"."delta" > 0 end) NOT VALID;--> statement-breakpoint
ALTER TABLE "stamp_entries" ADD CONSTRAINT "stamp_entries_cause" CHECK ("stamp_entries"."cause" in ('opening', 'redemption', 'cancellation', 'part_cancellation', 'earning', 'earning_cancellation', 'earning_modification', 'earning_debt', 'earning_debt_canceled', 'earning_addition', 'cancellation_debt', 'part_cancellation_debt', 'award', 'award_cancellation', 'deduction', 'adjustment', 'expiry')) NOT VALID;--> statement-breakpoint
ALTER TABLE "stamp_entries" ADD CONSTRAINT "stamp_entries_reversed" CHECK (("stamp_entries"."reversed_id" is not null) = ("stamp_entries"."cause" in ('earning_cancellation', 'earning_modification', 'earning_debt', 'earning_debt_canceled', 'earning_addition', 'cancellation_debt', 'part_cancellation', 'part_cancellation_debt', 'award_cancellation'))) NOT VALID;