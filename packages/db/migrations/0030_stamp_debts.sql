CREATE TABLE "stamp_debts" (
	"merchant_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"cause" text NOT NULL,
	"cause_id" bigint NOT NULL,
	"delta" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "stamp_debts_merchant_id_customer_id_cause_cause_id_pk" PRIMARY KEY("merchant_id","customer_id","cause","cause_id"),
	CONSTRAINT "stamp_debts_cause" CHECK ("stamp_debts"."cause" in ('opening', 'cancel', 'modification', 'return', 'earning', 'earning_canceled', 'cancellation', 'forgiven')),
	CONSTRAINT "stamp_debts_delta" CHECK (case when "stamp_debts"."cause" in ('earning', 'cancellation', 'forgiven') then "stamp_debts"."delta" < 0 else "stamp_debts"."delta" > 0 end)
);--> statement-breakpoint
ALTER TABLE "stamp_entries" DROP CONSTRAINT "stamp_entries_cause";--> statement-breakpoint
ALTER TABLE "stamp_entries" DROP CONSTRAINT "stamp_entries_reversed";--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "stamps_owed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "spent_stamps_on_cancel" text DEFAULT 'refuse' NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "spent_stamps_on_return" text DEFAULT 'owe' NOT NULL;--> statement-breakpoint
ALTER TABLE "transaction_modifications" ADD COLUMN "stamps_owed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "transaction_modifications" ADD COLUMN "stamps_let_go" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "transaction_modifications" ADD COLUMN "before" json;--> statement-breakpoint
ALTER TABLE "transaction_modifications" ADD COLUMN "return_store_id" bigint;--> statement-breakpoint
ALTER TABLE "transaction_modifications" ADD COLUMN "return_invoice_number" text;--> statement-breakpoint
ALTER TABLE "transaction_modifications" ADD COLUMN "business_day" date;--> statement-breakpoint
ALTER TABLE "transaction_modifications" ADD COLUMN "returned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transaction_modifications" ADD COLUMN "digest" text;--> statement-breakpoint
ALTER TABLE "transaction_modifications" ADD COLUMN "outcome" json;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "stamps_paid_off" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stamp_debts" ADD CONSTRAINT "stamp_debts_merchant_id_customer_id_memberships_merchant_id_customer_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."memberships"("merchant_id","customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_stamps_owed" CHECK ("memberships"."stamps_owed" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "stamp_entries" ADD CONSTRAINT "stamp_entries_cause" CHECK ("stamp_entries"."cause" in ('opening', 'redemption', 'cancellation', 'earning', 'earning_cancellation', 'earning_modification', 'earning_debt', 'earning_debt_canceled', 'earning_addition', 'cancellation_debt', 'award', 'award_cancellation', 'deduction', 'adjustment', 'expiry')) NOT VALID;--> statement-breakpoint
ALTER TABLE "stamp_entries" ADD CONSTRAINT "stamp_entries_reversed" CHECK (("stamp_entries"."reversed_id" is not null) = ("stamp_entries"."cause" in ('earning_cancellation', 'earning_modification', 'earning_debt', 'earning_debt_canceled', 'earning_addition', 'cancellation_debt', 'award_cancellation'))) NOT VALID;--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_spent_stamps" CHECK ("merchants"."spent_stamps_on_cancel" in ('refuse', 'zero', 'owe') and "merchants"."spent_stamps_on_return" in ('refuse', 'zero', 'owe'));--> statement-breakpoint
ALTER TABLE "transaction_modifications" ADD CONSTRAINT "transaction_modifications_owed" CHECK ("transaction_modifications"."stamps_owed" >= 0 and "transaction_modifications"."stamps_let_go" >= 0 and "transaction_modifications"."stamps_owed" + "transaction_modifications"."stamps_let_go" <= greatest(0, -"transaction_modifications"."stamps")) NOT VALID;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_paid_off" CHECK ("transactions"."stamps_paid_off" >= 0) NOT VALID;
