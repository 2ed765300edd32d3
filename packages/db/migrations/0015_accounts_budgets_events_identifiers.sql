CREATE TABLE "budgets" (
	"merchant_id" bigint NOT NULL,
	"budget" text NOT NULL,
	"subject" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"spent" integer NOT NULL,
	"most" integer NOT NULL,
	"told_at" timestamp with time zone,
	CONSTRAINT "budgets_merchant_id_budget_subject_pk" PRIMARY KEY("merchant_id","budget","subject"),
	CONSTRAINT "budgets_spent" CHECK ("budgets"."spent" between 1 and "budgets"."most")
);
--> statement-breakpoint
CREATE TABLE "security_events" (
	"merchant_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"what" text NOT NULL,
	"result" text NOT NULL,
	"actor" text,
	"actor_name" text,
	"subject" text,
	"address" text,
	"user_agent" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "security_events_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "security_events_result" CHECK ("security_events"."result" in ('done', 'failed', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "customer_identifiers" (
	"merchant_id" bigint NOT NULL,
	"form" text NOT NULL,
	"value" text NOT NULL,
	"customer_id" bigint NOT NULL,
	"is_reserved" boolean DEFAULT false NOT NULL,
	CONSTRAINT "customer_identifiers_merchant_id_form_value_pk" PRIMARY KEY("merchant_id","form","value"),
	CONSTRAINT "customer_identifiers_form" CHECK ("customer_identifiers"."form" in ('email', 'memberId', 'mobileNumber', 'unreadMemberId'))
);
--> statement-breakpoint
CREATE TABLE "replacement_reviews" (
	"merchant_id" bigint NOT NULL,
	"redemption_id" bigint NOT NULL,
	"reason" text,
	"canceled_at" timestamp with time zone NOT NULL,
	"reviewed_at" timestamp with time zone,
	"reviewed_by" text,
	CONSTRAINT "replacement_reviews_merchant_id_redemption_id_pk" PRIMARY KEY("merchant_id","redemption_id"),
	CONSTRAINT "replacement_reviews_reviewed" CHECK (("replacement_reviews"."reviewed_at" is null) = ("replacement_reviews"."reviewed_by" is null))
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "other_member_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "anonymized_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "cashier_cancel_hours" integer DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "keep_bookings_days" integer;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "keep_refusals_days" integer DEFAULT 30;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "keep_audit_days" integer;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "keep_events_days" integer DEFAULT 365;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "second_factor_roles" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "sms_countries" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD COLUMN "password_checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "staff_two_factors" ADD COLUMN "last_used_step" bigint;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_identifiers" ADD CONSTRAINT "customer_identifiers_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacement_reviews" ADD CONSTRAINT "replacement_reviews_merchant_id_redemption_id_redemptions_merchant_id_id_fk" FOREIGN KEY ("merchant_id","redemption_id") REFERENCES "public"."redemptions"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "budgets_untold" ON "budgets" USING btree ("merchant_id","ends_at") WHERE "budgets"."spent" >= "budgets"."most" and "budgets"."told_at" is null;--> statement-breakpoint
CREATE INDEX "security_events_time" ON "security_events" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "customer_identifiers_customer" ON "customer_identifiers" USING btree ("merchant_id","customer_id");--> statement-breakpoint
CREATE INDEX "replacement_reviews_time" ON "replacement_reviews" USING btree ("merchant_id","canceled_at","redemption_id");--> statement-breakpoint
CREATE INDEX "replacement_reviews_open" ON "replacement_reviews" USING btree ("merchant_id","canceled_at","redemption_id") WHERE "replacement_reviews"."reviewed_at" is null;--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_second_factor_roles" CHECK ("merchants"."second_factor_roles" <@ array['owner', 'manager', 'cashier']);--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_cashier_cancel_hours" CHECK ("merchants"."cashier_cancel_hours" between 0 and 8760);--> statement-breakpoint
-- Written by hand: what is found by now, and what was canceled with a replacement so far.
INSERT INTO "customer_identifiers" ("merchant_id", "form", "value", "customer_id")
SELECT "merchant_id", 'email', "email", "id" FROM "customers" WHERE "email" IS NOT NULL
UNION ALL SELECT "merchant_id", 'mobileNumber', "mobile_number", "id" FROM "customers" WHERE "mobile_number" IS NOT NULL
UNION ALL SELECT "merchant_id", 'memberId', "member_id", "id" FROM "customers" WHERE "member_id" IS NOT NULL
-- What reads as an email or a number is for the library that reads numbers: the first housekeeping does it.
UNION ALL SELECT "merchant_id", 'unreadMemberId', "member_id", "id" FROM "customers" WHERE "member_id" ~ '@|^[^[:alpha:]]*[0-9][^[:alpha:]]*$';
--> statement-breakpoint
INSERT INTO "replacement_reviews" ("merchant_id", "redemption_id", "canceled_at")
SELECT r."merchant_id", r."id", r."canceled_at" FROM "redemptions" r
WHERE r."status" = 'Canceled' AND EXISTS (SELECT 1 FROM "vouchers" v
  WHERE v."merchant_id" = r."merchant_id" AND v."replaces_redemption_id" = r."id");
-- End of what is written by hand.
