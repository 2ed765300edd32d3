CREATE TABLE "payment_methods" (
	"merchant_id" bigint NOT NULL,
	"code_key" text NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"earns" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "payment_methods_merchant_id_code_key_pk" PRIMARY KEY("merchant_id","code_key")
);
--> statement-breakpoint
CREATE TABLE "transaction_items" (
	"merchant_id" bigint NOT NULL,
	"transaction_id" bigint NOT NULL,
	"line" integer NOT NULL,
	"product" text NOT NULL,
	"quantity" numeric(14, 3) NOT NULL,
	"subtotal" numeric(14, 2) NOT NULL,
	"stamps" bigint,
	"is_eligible" boolean NOT NULL,
	"extra_data" json,
	CONSTRAINT "transaction_items_merchant_id_transaction_id_line_pk" PRIMARY KEY("merchant_id","transaction_id","line")
);
--> statement-breakpoint
CREATE TABLE "transaction_modifications" (
	"merchant_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"transaction_id" bigint NOT NULL,
	"total" numeric(14, 2) NOT NULL,
	"subtotal" numeric(14, 2) NOT NULL,
	"items" json NOT NULL,
	"stamps" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "transaction_modifications_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "transaction_payments" (
	"merchant_id" bigint NOT NULL,
	"transaction_id" bigint NOT NULL,
	"line" integer NOT NULL,
	"method" text NOT NULL,
	"value" numeric(14, 2) NOT NULL,
	"earned" boolean NOT NULL,
	"counts_for_levels" boolean NOT NULL,
	CONSTRAINT "transaction_payments_merchant_id_transaction_id_line_pk" PRIMARY KEY("merchant_id","transaction_id","line")
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"merchant_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"store_id" bigint NOT NULL,
	"customer_id" bigint,
	"invoice_number" text NOT NULL,
	"business_day" date NOT NULL,
	"sold_at" timestamp with time zone NOT NULL,
	"total" numeric(14, 2) NOT NULL,
	"subtotal" numeric(14, 2),
	"discount" numeric(14, 2),
	"service_charge" numeric(14, 2),
	"tax" numeric(14, 2),
	"people" integer DEFAULT 1 NOT NULL,
	"channel" integer,
	"type" integer,
	"employee_code" text,
	"extra_data" json,
	"status" text NOT NULL,
	"stamps_earned" bigint DEFAULT 0 NOT NULL,
	"stamps_sent" bigint,
	"rule" text,
	"multiplier" numeric(5, 2),
	"earn_limit" bigint,
	"programme" json,
	"spending" numeric(14, 2) NOT NULL,
	"digest" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"created_by" text NOT NULL,
	"canceled_at" timestamp with time zone,
	"canceled_by" text,
	CONSTRAINT "transactions_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "transactions_invoice" UNIQUE("merchant_id","invoice_number","business_day","store_id"),
	CONSTRAINT "transactions_status" CHECK ("transactions"."status" in ('Created', 'Open', 'Canceled')),
	CONSTRAINT "transactions_canceled" CHECK (("transactions"."canceled_at" is null) = ("transactions"."status" <> 'Canceled')),
	CONSTRAINT "transactions_open" CHECK ("transactions"."status" <> 'Open' or "transactions"."customer_id" is null),
	CONSTRAINT "transactions_earned" CHECK ("transactions"."stamps_earned" >= 0 and "transactions"."earn_limit" >= 0),
	CONSTRAINT "transactions_people" CHECK ("transactions"."people" >= 0),
	CONSTRAINT "transactions_type" CHECK ("transactions"."type" between 1 and 5),
	CONSTRAINT "transactions_rule" CHECK ("transactions"."rule" in ('amount', 'pos'))
);
--> statement-breakpoint
CREATE TABLE "level_changes" (
	"merchant_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"level_before" integer NOT NULL,
	"level_after" integer NOT NULL,
	"until" date,
	"cause" text NOT NULL,
	"cause_id" bigint,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "level_changes_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "level_changes_cause" CHECK ("level_changes"."cause" in ('sale', 'void', 'modification', 'ended', 'hand'))
);
--> statement-breakpoint
CREATE TABLE "stamp_awards" (
	"merchant_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"store_id" bigint,
	"stamps" bigint NOT NULL,
	"notes" text,
	"expires_on" date,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"created_by" text NOT NULL,
	"canceled_at" timestamp with time zone,
	"canceled_by" text,
	CONSTRAINT "stamp_awards_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "stamp_awards_stamps" CHECK ("stamp_awards"."stamps" > 0),
	CONSTRAINT "stamp_awards_canceled" CHECK (("stamp_awards"."canceled_at" is null) = ("stamp_awards"."canceled_by" is null))
);
--> statement-breakpoint
CREATE TABLE "stamp_deductions" (
	"merchant_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"stamps" bigint NOT NULL,
	"notes" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "stamp_deductions_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "stamp_deductions_stamps" CHECK ("stamp_deductions"."stamps" > 0)
);
--> statement-breakpoint
ALTER TABLE "stamp_entries" DROP CONSTRAINT "stamp_entries_cause";--> statement-breakpoint
DROP INDEX "stamp_entries_given";--> statement-breakpoint
ALTER TABLE "rewards" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "rewards" ADD COLUMN "terms" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "rewards" ADD COLUMN "image_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "rewards" ADD COLUMN "landscape_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "rewards" ADD COLUMN "price" numeric(14, 2);--> statement-breakpoint
ALTER TABLE "rewards" ADD COLUMN "is_visible" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "voucher_templates" ADD COLUMN "extra_data" json DEFAULT '{}'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "postal_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "allow_newsletters" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "allow_sms_marketing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "allow_whatsapp_marketing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "registration_status" text DEFAULT 'Full' NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "registration_method" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "registering_store_id" bigint;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "registering_employee_code" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "referrer_id" bigint;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "extra_data" json;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "entry_number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "next_expiry_on" date;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "level_until" date;--> statement-breakpoint
ALTER TABLE "stamp_entries" ADD COLUMN "number" integer;--> statement-breakpoint
ALTER TABLE "stamp_entries" ADD COLUMN "day" date;--> statement-breakpoint
ALTER TABLE "stamp_entries" ADD COLUMN "expires_on" date;--> statement-breakpoint
ALTER TABLE "stamp_entries" ADD COLUMN "reversed_id" bigint;--> statement-breakpoint
ALTER TABLE "levels" ADD COLUMN "earn_multiplier" numeric(5, 2) DEFAULT '1.00' NOT NULL;--> statement-breakpoint
ALTER TABLE "levels" ADD COLUMN "spending_to_reach" numeric(14, 2);--> statement-breakpoint
ALTER TABLE "levels" ADD COLUMN "keep_months" integer DEFAULT 12 NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "accept_token_in_message" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "one_redemption_per_invoice" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "partial_may_redeem" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "member_id_prefix" text DEFAULT 'M' NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "marketing_default" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "earn_amount" numeric(14, 2);--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "earn_stamps" bigint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "earn_on" text DEFAULT 'total' NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "earn_max_per_transaction" bigint;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "earn_max_per_day" bigint;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "accept_stamps_from_pos" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "stamps_valid_days" integer;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "notes" text;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_items" ADD CONSTRAINT "transaction_items_merchant_id_transaction_id_transactions_merchant_id_id_fk" FOREIGN KEY ("merchant_id","transaction_id") REFERENCES "public"."transactions"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_modifications" ADD CONSTRAINT "transaction_modifications_merchant_id_transaction_id_transactions_merchant_id_id_fk" FOREIGN KEY ("merchant_id","transaction_id") REFERENCES "public"."transactions"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_payments" ADD CONSTRAINT "transaction_payments_merchant_id_transaction_id_transactions_merchant_id_id_fk" FOREIGN KEY ("merchant_id","transaction_id") REFERENCES "public"."transactions"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "level_changes" ADD CONSTRAINT "level_changes_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "level_changes" ADD CONSTRAINT "level_changes_merchant_id_level_before_levels_merchant_id_level_fk" FOREIGN KEY ("merchant_id","level_before") REFERENCES "public"."levels"("merchant_id","level") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "level_changes" ADD CONSTRAINT "level_changes_merchant_id_level_after_levels_merchant_id_level_fk" FOREIGN KEY ("merchant_id","level_after") REFERENCES "public"."levels"("merchant_id","level") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stamp_awards" ADD CONSTRAINT "stamp_awards_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stamp_deductions" ADD CONSTRAINT "stamp_deductions_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transaction_modifications_transaction" ON "transaction_modifications" USING btree ("merchant_id","transaction_id","id");--> statement-breakpoint
CREATE INDEX "transactions_customer" ON "transactions" USING btree ("merchant_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "transactions_customer_day" ON "transactions" USING btree ("merchant_id","customer_id","business_day");--> statement-breakpoint
CREATE INDEX "transactions_time" ON "transactions" USING btree ("merchant_id","sold_at","id");--> statement-breakpoint
CREATE INDEX "level_changes_customer" ON "level_changes" USING btree ("merchant_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "stamp_awards_customer" ON "stamp_awards" USING btree ("merchant_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "stamp_deductions_customer" ON "stamp_deductions" USING btree ("merchant_id","customer_id","id");--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_merchant_id_referrer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","referrer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "memberships_referral_code" ON "memberships" USING btree ("merchant_id","referral_code") WHERE "memberships"."referral_code" <> '';--> statement-breakpoint
CREATE INDEX "memberships_expiry" ON "memberships" USING btree ("merchant_id","next_expiry_on") WHERE "memberships"."next_expiry_on" is not null;--> statement-breakpoint
CREATE INDEX "memberships_level_end" ON "memberships" USING btree ("merchant_id","level_until") WHERE "memberships"."level_until" is not null;--> statement-breakpoint
CREATE INDEX "stamp_entries_given" ON "stamp_entries" USING btree ("merchant_id","created_at") WHERE "stamp_entries"."cause" in ('earning', 'award', 'adjustment');--> statement-breakpoint
ALTER TABLE "stamp_entries" ADD CONSTRAINT "stamp_entries_number" UNIQUE("merchant_id","customer_id","number");--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_registration" CHECK ("customers"."registration_status" in ('Full', 'Partial'));--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_entry_number" CHECK ("memberships"."entry_number" >= 0);--> statement-breakpoint
ALTER TABLE "stamp_entries" ADD CONSTRAINT "stamp_entries_expiry" CHECK ("stamp_entries"."expires_on" is null or "stamp_entries"."delta" > 0);--> statement-breakpoint
ALTER TABLE "stamp_entries" ADD CONSTRAINT "stamp_entries_reversed" CHECK (("stamp_entries"."reversed_id" is not null) = ("stamp_entries"."cause" in ('earning_cancellation', 'earning_modification', 'award_cancellation')));--> statement-breakpoint
ALTER TABLE "stamp_entries" ADD CONSTRAINT "stamp_entries_cause" CHECK ("stamp_entries"."cause" in ('opening', 'redemption', 'cancellation', 'earning', 'earning_cancellation', 'earning_modification', 'award', 'award_cancellation', 'deduction', 'adjustment', 'expiry'));--> statement-breakpoint
ALTER TABLE "levels" ADD CONSTRAINT "levels_spending" CHECK ("levels"."spending_to_reach" >= 0);--> statement-breakpoint
ALTER TABLE "levels" ADD CONSTRAINT "levels_multiplier" CHECK ("levels"."earn_multiplier" >= 0);--> statement-breakpoint
ALTER TABLE "levels" ADD CONSTRAINT "levels_keep" CHECK ("levels"."keep_months" between 1 and 120);--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_earn_amount" CHECK ("merchants"."earn_amount" > 0);--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_earn_stamps" CHECK ("merchants"."earn_stamps" >= 0);--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_earn_max" CHECK ("merchants"."earn_max_per_transaction" >= 0 and "merchants"."earn_max_per_day" >= 0);--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_member_id_prefix" CHECK ("merchants"."member_id_prefix" ~ '^[A-Za-z]');--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_earn_on" CHECK ("merchants"."earn_on" in ('total', 'subtotal'));--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_stamps_valid_days" CHECK ("merchants"."stamps_valid_days" >= 0);--> statement-breakpoint
DROP INDEX "stamp_entries_time";--> statement-breakpoint
CREATE INDEX "stamp_entries_dated" ON "stamp_entries" USING btree ("merchant_id","customer_id") WHERE "stamp_entries"."expires_on" is not null;--> statement-breakpoint
-- From here on by hand: entries from before the ledger was numbered.
update stamp_entries e set number = n.number, day = n.day
from (
  select e.merchant_id, e.customer_id, e.cause, e.cause_id,
    row_number() over (partition by e.merchant_id, e.customer_id
      order by e.cause <> 'opening', e.created_at, e.cause = 'cancellation', e.cause_id) as number,
    (e.created_at at time zone m.timezone)::date as day
  from stamp_entries e join merchants m on m.id = e.merchant_id
) n
where e.merchant_id = n.merchant_id and e.customer_id = n.customer_id and e.cause = n.cause
  and e.cause_id = n.cause_id;--> statement-breakpoint
update memberships ms set entry_number = n.last
from (select merchant_id, customer_id, max(number) as last from stamp_entries group by 1, 2) n
where ms.merchant_id = n.merchant_id and ms.customer_id = n.customer_id;--> statement-breakpoint
ALTER TABLE "stamp_entries" ALTER COLUMN "number" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "stamp_entries" ALTER COLUMN "day" SET NOT NULL;--> statement-breakpoint
-- Tokens that had all scopes have those that existed then. New ones with `*` may also record sales.
update api_tokens set scopes = array['redemptions', 'vouchers', 'pin', 'password', 'otp', 'bookings']
where '*' = any (scopes);
