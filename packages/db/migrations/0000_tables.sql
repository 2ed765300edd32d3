CREATE TABLE "api_tokens" (
	"merchant_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"secret_hash" text NOT NULL,
	"scopes" text[] DEFAULT '{}' NOT NULL,
	"stores" bigint[] DEFAULT '{}' NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "api_tokens_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "api_tokens_secret_hash" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "promo_code_uses" (
	"merchant_id" bigint NOT NULL,
	"promo_code_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "promo_code_uses_merchant_id_promo_code_id_customer_id_pk" PRIMARY KEY("merchant_id","promo_code_id","customer_id"),
	CONSTRAINT "promo_code_uses_uses" CHECK ("promo_code_uses"."uses" >= 0)
);
--> statement-breakpoint
CREATE TABLE "promo_codes" (
	"merchant_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"code" text NOT NULL,
	"code_key" text NOT NULL,
	"name" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"start_date" date,
	"end_date" date,
	"start_time" time,
	"end_time" time,
	"max_uses" integer,
	"max_uses_per_customer" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"stores" bigint[] DEFAULT '{}' NOT NULL,
	"channels" integer[] DEFAULT '{}' NOT NULL,
	"extra_data" json DEFAULT '{}'::json NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "promo_codes_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "promo_codes_code" UNIQUE("merchant_id","code_key"),
	CONSTRAINT "promo_codes_uses" CHECK ("promo_codes"."uses" >= 0 and ("promo_codes"."max_uses" is null or "promo_codes"."uses" <= "promo_codes"."max_uses"))
);
--> statement-breakpoint
CREATE TABLE "rewards" (
	"merchant_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"code" text NOT NULL,
	"code_key" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"stamps_to_redeem" bigint DEFAULT 0 NOT NULL,
	"voucher_template_id" bigint,
	"extra_data" json DEFAULT '{}'::json NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"start_date" date,
	"end_date" date,
	"stores" bigint[] DEFAULT '{}' NOT NULL,
	"channels" integer[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "rewards_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "rewards_code" UNIQUE("merchant_id","code_key"),
	CONSTRAINT "rewards_kind" CHECK ("rewards"."kind" in ('fixed', 'flexible')),
	CONSTRAINT "rewards_stamps" CHECK ("rewards"."stamps_to_redeem" >= 0)
);
--> statement-breakpoint
CREATE TABLE "voucher_templates" (
	"merchant_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"name" text NOT NULL,
	"value" numeric(14, 2),
	"is_dynamic" boolean DEFAULT false NOT NULL,
	"validity_days" integer,
	"picture_url" text DEFAULT '' NOT NULL,
	"short_description" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"instructions" text DEFAULT '' NOT NULL,
	"terms_and_conditions" text DEFAULT '' NOT NULL,
	"stores" bigint[] DEFAULT '{}' NOT NULL,
	"channels" integer[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "voucher_templates_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "voucher_templates_value" CHECK ("voucher_templates"."value" >= 0),
	CONSTRAINT "voucher_templates_validity" CHECK ("voucher_templates"."validity_days" >= 0)
);
--> statement-breakpoint
CREATE TABLE "passwords" (
	"merchant_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"verifier" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "passwords_merchant_id_customer_id_pk" PRIMARY KEY("merchant_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "pins" (
	"merchant_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"verifier" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "pins_merchant_id_customer_id_pk" PRIMARY KEY("merchant_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"merchant_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"member_id" text,
	"email" text,
	"mobile_number" text,
	"name" text NOT NULL,
	"gender" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"birthday" date,
	"picture_url" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "customers_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "customers_member_id" UNIQUE("merchant_id","member_id"),
	CONSTRAINT "customers_email" UNIQUE("merchant_id","email"),
	CONSTRAINT "customers_mobile_number" UNIQUE("merchant_id","mobile_number")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"merchant_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"level" integer NOT NULL,
	"status" integer DEFAULT 100 NOT NULL,
	"stamps" bigint DEFAULT 0 NOT NULL,
	"balance" numeric(14, 2) DEFAULT '0.00' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"referral_code" text DEFAULT '' NOT NULL,
	"start_date" date,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "memberships_merchant_id_customer_id_pk" PRIMARY KEY("merchant_id","customer_id"),
	CONSTRAINT "memberships_stamps" CHECK ("memberships"."stamps" >= 0),
	CONSTRAINT "memberships_status" CHECK ("memberships"."status" in (100, 200, 300))
);
--> statement-breakpoint
CREATE TABLE "stamp_entries" (
	"merchant_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"cause" text NOT NULL,
	"cause_id" bigint NOT NULL,
	"delta" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "stamp_entries_merchant_id_customer_id_cause_cause_id_pk" PRIMARY KEY("merchant_id","customer_id","cause","cause_id"),
	CONSTRAINT "stamp_entries_cause" CHECK ("stamp_entries"."cause" in ('opening', 'redemption', 'cancellation', 'earning', 'adjustment'))
);
--> statement-breakpoint
CREATE TABLE "id_counters" (
	"merchant_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"next_id" bigint DEFAULT 1 NOT NULL,
	CONSTRAINT "id_counters_merchant_id_kind_pk" PRIMARY KEY("merchant_id","kind")
);
--> statement-breakpoint
CREATE TABLE "imported_files" (
	"merchant_id" bigint NOT NULL,
	"digest" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "imported_files_merchant_id_digest_pk" PRIMARY KEY("merchant_id","digest")
);
--> statement-breakpoint
CREATE TABLE "levels" (
	"merchant_id" bigint NOT NULL,
	"level" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "levels_merchant_id_level_pk" PRIMARY KEY("merchant_id","level")
);
--> statement-breakpoint
CREATE TABLE "merchants" (
	"id" bigint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"country" text NOT NULL,
	"timezone" text NOT NULL,
	"currency" text NOT NULL,
	"pin_max_attempts" integer DEFAULT 3 NOT NULL,
	"pin_lifetime_attempts" integer DEFAULT 50 NOT NULL,
	"pin_refuse_common" boolean DEFAULT false NOT NULL,
	"otp_ttl_seconds" integer DEFAULT 300 NOT NULL,
	"otp_max_attempts" integer DEFAULT 5 NOT NULL,
	"otp_requests_per_hour" integer DEFAULT 5 NOT NULL,
	"redemption_pin_authorization" boolean DEFAULT false NOT NULL,
	"notify_credential_changes" boolean DEFAULT true NOT NULL,
	"notify_template_code" text DEFAULT 'credential_changed' NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "merchants_pin_max_attempts" CHECK ("merchants"."pin_max_attempts" between 1 and 10),
	CONSTRAINT "merchants_pin_lifetime_attempts" CHECK ("merchants"."pin_lifetime_attempts" >= 1),
	CONSTRAINT "merchants_otp_ttl" CHECK ("merchants"."otp_ttl_seconds" >= 1),
	CONSTRAINT "merchants_otp_max_attempts" CHECK ("merchants"."otp_max_attempts" >= 1),
	CONSTRAINT "merchants_otp_requests" CHECK ("merchants"."otp_requests_per_hour" >= 1)
);
--> statement-breakpoint
CREATE TABLE "stores" (
	"merchant_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"code" text NOT NULL,
	"code_key" text NOT NULL,
	"name" text NOT NULL,
	"timezone" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"largest_party" integer,
	CONSTRAINT "stores_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "stores_id" UNIQUE("id"),
	CONSTRAINT "stores_code" UNIQUE("merchant_id","code_key")
);
--> statement-breakpoint
CREATE TABLE "message_templates" (
	"merchant_id" bigint NOT NULL,
	"code" text NOT NULL,
	"channel" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "message_templates_merchant_id_code_channel_pk" PRIMARY KEY("merchant_id","code","channel"),
	CONSTRAINT "message_templates_channel" CHECK ("message_templates"."channel" in ('email', 'sms', 'whatsapp'))
);
--> statement-breakpoint
CREATE TABLE "redemption_lines" (
	"merchant_id" bigint NOT NULL,
	"redemption_id" bigint NOT NULL,
	"line" integer NOT NULL,
	"reward_id" bigint,
	"voucher_id" bigint,
	"promo_code_id" bigint,
	"name" text NOT NULL,
	"qty" integer DEFAULT 1 NOT NULL,
	"stamps_used" bigint DEFAULT 0 NOT NULL,
	"value" numeric(14, 2),
	"spends_voucher" boolean DEFAULT false NOT NULL,
	"request_id" text,
	CONSTRAINT "redemption_lines_merchant_id_redemption_id_line_pk" PRIMARY KEY("merchant_id","redemption_id","line"),
	CONSTRAINT "redemption_lines_one_thing" CHECK (num_nonnulls("redemption_lines"."reward_id", "redemption_lines"."voucher_id", "redemption_lines"."promo_code_id") = 1),
	CONSTRAINT "redemption_lines_qty" CHECK ("redemption_lines"."qty" between 1 and 100),
	CONSTRAINT "redemption_lines_value" CHECK ("redemption_lines"."value" > 0)
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"merchant_id" bigint NOT NULL,
	"operation" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "idempotency_keys_merchant_id_operation_key_pk" PRIMARY KEY("merchant_id","operation","key")
);
--> statement-breakpoint
CREATE TABLE "idempotency_outcomes" (
	"merchant_id" bigint NOT NULL,
	"operation" text NOT NULL,
	"key" text NOT NULL,
	"outcome" json NOT NULL,
	CONSTRAINT "idempotency_outcomes_merchant_id_operation_key_pk" PRIMARY KEY("merchant_id","operation","key")
);
--> statement-breakpoint
CREATE TABLE "redemption_authorizations" (
	"merchant_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"request_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"spent_by_redemption_id" bigint,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "redemption_authorizations_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "redemptions" (
	"merchant_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'Created' NOT NULL,
	"customer_id" bigint NOT NULL,
	"store_id" bigint NOT NULL,
	"name" text NOT NULL,
	"stamps_used" bigint DEFAULT 0 NOT NULL,
	"channel" integer,
	"invoice_number" text,
	"extra_data" json,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"canceled_at" timestamp with time zone,
	"redeemed_by" text NOT NULL,
	"canceled_by" text,
	CONSTRAINT "redemptions_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "redemptions_kind" CHECK ("redemptions"."kind" in ('reward', 'rewards', 'voucher', 'voucher_code', 'voucher_value', 'promo_code')),
	CONSTRAINT "redemptions_status" CHECK ("redemptions"."status" in ('Created', 'Canceled') and ("redemptions"."canceled_at" is null) = ("redemptions"."status" = 'Created')),
	CONSTRAINT "redemptions_stamps" CHECK ("redemptions"."stamps_used" >= 0)
);
--> statement-breakpoint
CREATE TABLE "staff_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "staff_accounts_providerId_accountId_unique" UNIQUE("provider_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "staff_members" (
	"merchant_id" bigint NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"stores" bigint[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "staff_members_merchant_id_user_id_pk" PRIMARY KEY("merchant_id","user_id"),
	CONSTRAINT "staff_members_role" CHECK ("staff_members"."role" in ('owner', 'manager', 'cashier'))
);
--> statement-breakpoint
CREATE TABLE "staff_users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "staff_users_email" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "voucher_value_entries" (
	"merchant_id" bigint NOT NULL,
	"voucher_id" bigint NOT NULL,
	"cause" text NOT NULL,
	"cause_id" bigint NOT NULL,
	"delta" numeric(14, 2) NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "voucher_value_entries_merchant_id_voucher_id_cause_cause_id_pk" PRIMARY KEY("merchant_id","voucher_id","cause","cause_id"),
	CONSTRAINT "voucher_value_entries_cause" CHECK ("voucher_value_entries"."cause" in ('opening', 'redemption', 'cancellation'))
);
--> statement-breakpoint
CREATE TABLE "vouchers" (
	"merchant_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"voucher_template_id" bigint NOT NULL,
	"code" text NOT NULL,
	"code_key" text NOT NULL,
	"customer_id" bigint,
	"value" numeric(14, 2),
	"remaining_value" numeric(14, 2),
	"start_date" date,
	"end_date" date,
	"is_active" boolean DEFAULT true NOT NULL,
	"redeemed_at" timestamp with time zone,
	"issued_by_redemption_id" bigint,
	"replaces_redemption_id" bigint,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "vouchers_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "vouchers_code" UNIQUE("merchant_id","code_key"),
	CONSTRAINT "vouchers_replaces_redemption" UNIQUE("merchant_id","replaces_redemption_id"),
	CONSTRAINT "vouchers_value" CHECK ("vouchers"."value" >= 0),
	CONSTRAINT "vouchers_remaining" CHECK ("vouchers"."remaining_value" is null or ("vouchers"."remaining_value" between 0 and "vouchers"."value" and ("vouchers"."redeemed_at" is null) = ("vouchers"."remaining_value" > 0)))
);
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_code_uses" ADD CONSTRAINT "promo_code_uses_merchant_id_promo_code_id_promo_codes_merchant_id_id_fk" FOREIGN KEY ("merchant_id","promo_code_id") REFERENCES "public"."promo_codes"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_code_uses" ADD CONSTRAINT "promo_code_uses_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_codes" ADD CONSTRAINT "promo_codes_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rewards" ADD CONSTRAINT "rewards_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rewards" ADD CONSTRAINT "rewards_merchant_id_voucher_template_id_voucher_templates_merchant_id_id_fk" FOREIGN KEY ("merchant_id","voucher_template_id") REFERENCES "public"."voucher_templates"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_templates" ADD CONSTRAINT "voucher_templates_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passwords" ADD CONSTRAINT "passwords_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pins" ADD CONSTRAINT "pins_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_merchant_id_level_levels_merchant_id_level_fk" FOREIGN KEY ("merchant_id","level") REFERENCES "public"."levels"("merchant_id","level") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stamp_entries" ADD CONSTRAINT "stamp_entries_merchant_id_customer_id_memberships_merchant_id_customer_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."memberships"("merchant_id","customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "id_counters" ADD CONSTRAINT "id_counters_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_files" ADD CONSTRAINT "imported_files_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "levels" ADD CONSTRAINT "levels_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_templates" ADD CONSTRAINT "message_templates_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemption_lines" ADD CONSTRAINT "redemption_lines_merchant_id_redemption_id_redemptions_merchant_id_id_fk" FOREIGN KEY ("merchant_id","redemption_id") REFERENCES "public"."redemptions"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemption_lines" ADD CONSTRAINT "redemption_lines_merchant_id_voucher_id_vouchers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","voucher_id") REFERENCES "public"."vouchers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_outcomes" ADD CONSTRAINT "idempotency_outcomes_merchant_id_operation_key_idempotency_keys_merchant_id_operation_key_fk" FOREIGN KEY ("merchant_id","operation","key") REFERENCES "public"."idempotency_keys"("merchant_id","operation","key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemption_authorizations" ADD CONSTRAINT "redemption_authorizations_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemption_authorizations" ADD CONSTRAINT "redemption_authorizations_merchant_id_spent_by_redemption_id_redemptions_merchant_id_id_fk" FOREIGN KEY ("merchant_id","spent_by_redemption_id") REFERENCES "public"."redemptions"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemptions" ADD CONSTRAINT "redemptions_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_accounts" ADD CONSTRAINT "staff_accounts_user_id_staff_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_members" ADD CONSTRAINT "staff_members_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_members" ADD CONSTRAINT "staff_members_user_id_staff_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_value_entries" ADD CONSTRAINT "voucher_value_entries_merchant_id_voucher_id_vouchers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","voucher_id") REFERENCES "public"."vouchers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_merchant_id_voucher_template_id_voucher_templates_merchant_id_id_fk" FOREIGN KEY ("merchant_id","voucher_template_id") REFERENCES "public"."voucher_templates"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_merchant_id_issued_by_redemption_id_redemptions_merchant_id_id_fk" FOREIGN KEY ("merchant_id","issued_by_redemption_id") REFERENCES "public"."redemptions"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_merchant_id_replaces_redemption_id_redemptions_merchant_id_id_fk" FOREIGN KEY ("merchant_id","replaces_redemption_id") REFERENCES "public"."redemptions"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "promo_code_uses_customer" ON "promo_code_uses" USING btree ("merchant_id","customer_id");--> statement-breakpoint
CREATE INDEX "stamp_entries_time" ON "stamp_entries" USING btree ("merchant_id","customer_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "redemption_lines_spent_voucher" ON "redemption_lines" USING btree ("merchant_id","voucher_id") WHERE "redemption_lines"."spends_voucher";--> statement-breakpoint
CREATE INDEX "redemption_lines_voucher" ON "redemption_lines" USING btree ("merchant_id","voucher_id");--> statement-breakpoint
CREATE INDEX "redemption_lines_promo_code" ON "redemption_lines" USING btree ("merchant_id","promo_code_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE INDEX "redemption_authorizations_request" ON "redemption_authorizations" USING btree ("merchant_id","customer_id","request_id","id");--> statement-breakpoint
CREATE INDEX "redemptions_customer" ON "redemptions" USING btree ("merchant_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "redemptions_time" ON "redemptions" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "staff_accounts_user" ON "staff_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_members_user" ON "staff_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "vouchers_customer" ON "vouchers" USING btree ("merchant_id","customer_id","end_date");--> statement-breakpoint
CREATE INDEX "vouchers_issued_by" ON "vouchers" USING btree ("merchant_id","issued_by_redemption_id");