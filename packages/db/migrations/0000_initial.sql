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
CREATE TABLE "attempt_counters" (
	"merchant_id" bigint NOT NULL,
	"subject" text NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "attempt_counters_merchant_id_subject_pk" PRIMARY KEY("merchant_id","subject")
);
--> statement-breakpoint
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
CREATE TABLE "audit_entries" (
	"merchant_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"action" text NOT NULL,
	"actor" text NOT NULL,
	"subject" text NOT NULL,
	"reason" text,
	"details" json DEFAULT '{}'::json NOT NULL,
	"address" text,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "audit_entries_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "refusals" (
	"merchant_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"operation" text NOT NULL,
	"code" text NOT NULL,
	"message" text NOT NULL,
	"rule" text,
	"expected" text,
	"found" text,
	"store_id" bigint,
	"customer_id" bigint,
	"subject" text,
	"caller" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "refusals_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
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
CREATE TABLE "address_counters" (
	"subject" text PRIMARY KEY NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"merchant_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"store_id" bigint NOT NULL,
	"claim" text NOT NULL,
	"customer_id" bigint,
	"date" date NOT NULL,
	"time" time NOT NULL,
	"phone" text NOT NULL,
	"number_of_people" integer NOT NULL,
	"notes" text,
	"status" text DEFAULT 'Requested' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	CONSTRAINT "bookings_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "bookings_status" CHECK ("bookings"."status" in ('Requested', 'Confirmed', 'Seated', 'Completed', 'Canceled', 'No-show')),
	CONSTRAINT "bookings_number_of_people" CHECK ("bookings"."number_of_people" >= 1),
	CONSTRAINT "bookings_decided" CHECK (("bookings"."revision" = 1) = ("bookings"."decided_by" is null) and ("bookings"."decided_at" is null) = ("bookings"."decided_by" is null))
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
CREATE TABLE "one_time_passwords" (
	"merchant_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"purpose" text NOT NULL,
	"mac" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"wrong_tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "one_time_passwords_merchant_id_customer_id_purpose_pk" PRIMARY KEY("merchant_id","customer_id","purpose"),
	CONSTRAINT "one_time_passwords_purpose" CHECK ("one_time_passwords"."purpose" in ('pin', 'password')),
	CONSTRAINT "one_time_passwords_wrong_tries" CHECK ("one_time_passwords"."wrong_tries" >= 0)
);
--> statement-breakpoint
CREATE TABLE "otp_allowances" (
	"merchant_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"requested_at" timestamp with time zone[] NOT NULL,
	CONSTRAINT "otp_allowances_merchant_id_customer_id_pk" PRIMARY KEY("merchant_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "passwords" (
	"merchant_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"verifier" text NOT NULL,
	"wrong_tries" integer DEFAULT 0 NOT NULL,
	"last_wrong_at" timestamp with time zone,
	"deciding" timestamp with time zone[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "passwords_merchant_id_customer_id_pk" PRIMARY KEY("merchant_id","customer_id"),
	CONSTRAINT "passwords_wrong_tries" CHECK ("passwords"."wrong_tries" >= 0)
);
--> statement-breakpoint
CREATE TABLE "pins" (
	"merchant_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"verifier" text NOT NULL,
	"wrong_tries" integer DEFAULT 0 NOT NULL,
	"last_wrong_at" timestamp with time zone,
	"lifetime_wrong_tries" integer DEFAULT 0 NOT NULL,
	"deciding" timestamp with time zone[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "pins_merchant_id_customer_id_pk" PRIMARY KEY("merchant_id","customer_id"),
	CONSTRAINT "pins_wrong_tries" CHECK ("pins"."wrong_tries" >= 0 and "pins"."lifetime_wrong_tries" >= 0)
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
CREATE TABLE "customers" (
	"merchant_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"member_id" text,
	"other_member_ids" text[] DEFAULT '{}' NOT NULL,
	"email" text,
	"mobile_number" text,
	"name" text NOT NULL,
	"gender" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"birthday" date,
	"picture_url" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"anonymized_at" timestamp with time zone,
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
CREATE TABLE "job_vouchers" (
	"merchant_id" bigint NOT NULL,
	"job_id" bigint NOT NULL,
	"first_voucher_id" bigint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "job_vouchers_merchant_id_job_id_first_voucher_id_pk" PRIMARY KEY("merchant_id","job_id","first_voucher_id")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"merchant_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"kind" text NOT NULL,
	"task" json NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"error" text,
	"leased_until" timestamp with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "jobs_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "jobs_kind" CHECK ("jobs"."kind" in ('voucher_codes')),
	CONSTRAINT "jobs_state" CHECK ("jobs"."state" in ('running', 'done', 'canceled', 'failed') and ("jobs"."ended_at" is null) = ("jobs"."state" = 'running')),
	CONSTRAINT "jobs_done" CHECK ("jobs"."done" between 0 and "jobs"."total")
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
	"cashier_cancel_hours" integer DEFAULT 24 NOT NULL,
	"notify_credential_changes" boolean DEFAULT true NOT NULL,
	"notify_template_code" text DEFAULT 'credential_changed' NOT NULL,
	"keep_bookings_days" integer,
	"keep_refusals_days" integer DEFAULT 30,
	"keep_audit_days" integer,
	"keep_events_days" integer DEFAULT 365,
	"second_factor_roles" text[] DEFAULT '{}' NOT NULL,
	"sms_countries" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "merchants_second_factor_roles" CHECK ("merchants"."second_factor_roles" <@ array['owner', 'manager', 'cashier']),
	CONSTRAINT "merchants_pin_max_attempts" CHECK ("merchants"."pin_max_attempts" between 1 and 10),
	CONSTRAINT "merchants_pin_lifetime_attempts" CHECK ("merchants"."pin_lifetime_attempts" >= 1),
	CONSTRAINT "merchants_cashier_cancel_hours" CHECK ("merchants"."cashier_cancel_hours" between 0 and 8760),
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
	"opening_hours" jsonb,
	CONSTRAINT "stores_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "stores_id" UNIQUE("id"),
	CONSTRAINT "stores_code" UNIQUE("merchant_id","code_key"),
	CONSTRAINT "stores_opening_hours" CHECK (jsonb_typeof("stores"."opening_hours") = 'object')
);
--> statement-breakpoint
CREATE TABLE "message_templates" (
	"merchant_id" bigint NOT NULL,
	"code" text NOT NULL,
	"channel" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	"html" text DEFAULT '' NOT NULL,
	"mjml" text DEFAULT '' NOT NULL,
	"approved" jsonb,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "message_templates_merchant_id_code_channel_pk" PRIMARY KEY("merchant_id","code","channel"),
	CONSTRAINT "message_templates_channel" CHECK ("message_templates"."channel" in ('email', 'sms', 'whatsapp')),
	CONSTRAINT "message_templates_approved" CHECK ("message_templates"."channel" = 'whatsapp' or "message_templates"."approved" is null),
	CONSTRAINT "message_templates_mjml" CHECK ("message_templates"."channel" = 'email' or "message_templates"."mjml" = '')
);
--> statement-breakpoint
CREATE TABLE "outbox_messages" (
	"merchant_id" bigint NOT NULL,
	"id" text NOT NULL,
	"customer_id" bigint,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"template_code" text NOT NULL,
	"recipient" text NOT NULL,
	"payload" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"lease" text,
	"expires_at" timestamp with time zone NOT NULL,
	"last_error" text,
	"provider_id" text,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "outbox_messages_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "outbox_messages_channel" CHECK ("outbox_messages"."channel" in ('email', 'sms', 'whatsapp')),
	CONSTRAINT "outbox_messages_kind" CHECK ("outbox_messages"."kind" in ('otp', 'notice', 'staff')),
	CONSTRAINT "outbox_messages_state" CHECK ("outbox_messages"."state" in ('waiting', 'sent', 'dead')),
	CONSTRAINT "outbox_messages_ended" CHECK (("outbox_messages"."state" <> 'waiting' or "outbox_messages"."payload" is not null) and ("outbox_messages"."state" <> 'sent' or "outbox_messages"."payload" is null)
        and ("outbox_messages"."state" = 'waiting') = ("outbox_messages"."ended_at" is null))
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
CREATE TABLE "staff_invitations" (
	"merchant_id" bigint NOT NULL,
	"id" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"stores" bigint[] DEFAULT '{}' NOT NULL,
	"secret_hash" text NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "staff_invitations_merchant_id_id_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "staff_invitations_secret_hash" UNIQUE("secret_hash"),
	CONSTRAINT "staff_invitations_role" CHECK ("staff_invitations"."role" in ('owner', 'manager', 'cashier'))
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
CREATE TABLE "staff_passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" integer NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp with time zone DEFAULT clock_timestamp(),
	CONSTRAINT "staff_passkeys_credential" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "staff_rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_start" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"active_merchant_id" bigint,
	"password_checked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "staff_sessions_token" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "staff_two_factors" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT true,
	"failed_verification_count" integer DEFAULT 0,
	"locked_until" timestamp with time zone,
	"last_used_step" bigint
);
--> statement-breakpoint
CREATE TABLE "staff_users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "staff_users_email" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "staff_verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
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
ALTER TABLE "attempt_counters" ADD CONSTRAINT "attempt_counters_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refusals" ADD CONSTRAINT "refusals_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_merchant_id_store_id_stores_merchant_id_id_fk" FOREIGN KEY ("merchant_id","store_id") REFERENCES "public"."stores"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_code_uses" ADD CONSTRAINT "promo_code_uses_merchant_id_promo_code_id_promo_codes_merchant_id_id_fk" FOREIGN KEY ("merchant_id","promo_code_id") REFERENCES "public"."promo_codes"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_code_uses" ADD CONSTRAINT "promo_code_uses_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promo_codes" ADD CONSTRAINT "promo_codes_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rewards" ADD CONSTRAINT "rewards_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rewards" ADD CONSTRAINT "rewards_merchant_id_voucher_template_id_voucher_templates_merchant_id_id_fk" FOREIGN KEY ("merchant_id","voucher_template_id") REFERENCES "public"."voucher_templates"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_templates" ADD CONSTRAINT "voucher_templates_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_passwords" ADD CONSTRAINT "one_time_passwords_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "otp_allowances" ADD CONSTRAINT "otp_allowances_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passwords" ADD CONSTRAINT "passwords_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pins" ADD CONSTRAINT "pins_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_identifiers" ADD CONSTRAINT "customer_identifiers_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_merchant_id_level_levels_merchant_id_level_fk" FOREIGN KEY ("merchant_id","level") REFERENCES "public"."levels"("merchant_id","level") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stamp_entries" ADD CONSTRAINT "stamp_entries_merchant_id_customer_id_memberships_merchant_id_customer_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."memberships"("merchant_id","customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_vouchers" ADD CONSTRAINT "job_vouchers_merchant_id_job_id_jobs_merchant_id_id_fk" FOREIGN KEY ("merchant_id","job_id") REFERENCES "public"."jobs"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "id_counters" ADD CONSTRAINT "id_counters_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_files" ADD CONSTRAINT "imported_files_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "levels" ADD CONSTRAINT "levels_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_templates" ADD CONSTRAINT "message_templates_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD CONSTRAINT "outbox_messages_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemption_lines" ADD CONSTRAINT "redemption_lines_merchant_id_redemption_id_redemptions_merchant_id_id_fk" FOREIGN KEY ("merchant_id","redemption_id") REFERENCES "public"."redemptions"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemption_lines" ADD CONSTRAINT "redemption_lines_merchant_id_voucher_id_vouchers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","voucher_id") REFERENCES "public"."vouchers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_outcomes" ADD CONSTRAINT "idempotency_outcomes_merchant_id_operation_key_idempotency_keys_merchant_id_operation_key_fk" FOREIGN KEY ("merchant_id","operation","key") REFERENCES "public"."idempotency_keys"("merchant_id","operation","key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemption_authorizations" ADD CONSTRAINT "redemption_authorizations_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemption_authorizations" ADD CONSTRAINT "redemption_authorizations_merchant_id_spent_by_redemption_id_redemptions_merchant_id_id_fk" FOREIGN KEY ("merchant_id","spent_by_redemption_id") REFERENCES "public"."redemptions"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemptions" ADD CONSTRAINT "redemptions_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacement_reviews" ADD CONSTRAINT "replacement_reviews_merchant_id_redemption_id_redemptions_merchant_id_id_fk" FOREIGN KEY ("merchant_id","redemption_id") REFERENCES "public"."redemptions"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_accounts" ADD CONSTRAINT "staff_accounts_user_id_staff_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_members" ADD CONSTRAINT "staff_members_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_members" ADD CONSTRAINT "staff_members_user_id_staff_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_passkeys" ADD CONSTRAINT "staff_passkeys_user_id_staff_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_user_id_staff_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_two_factors" ADD CONSTRAINT "staff_two_factors_user_id_staff_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_value_entries" ADD CONSTRAINT "voucher_value_entries_merchant_id_voucher_id_vouchers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","voucher_id") REFERENCES "public"."vouchers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_merchant_id_voucher_template_id_voucher_templates_merchant_id_id_fk" FOREIGN KEY ("merchant_id","voucher_template_id") REFERENCES "public"."voucher_templates"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_merchant_id_issued_by_redemption_id_redemptions_merchant_id_id_fk" FOREIGN KEY ("merchant_id","issued_by_redemption_id") REFERENCES "public"."redemptions"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_merchant_id_replaces_redemption_id_redemptions_merchant_id_id_fk" FOREIGN KEY ("merchant_id","replaces_redemption_id") REFERENCES "public"."redemptions"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attempt_counters_age" ON "attempt_counters" USING btree ("merchant_id","window_start");--> statement-breakpoint
CREATE INDEX "budgets_age" ON "budgets" USING btree ("merchant_id","ends_at");--> statement-breakpoint
CREATE INDEX "budgets_untold" ON "budgets" USING btree ("merchant_id","ends_at") WHERE "budgets"."spent" >= "budgets"."most" and "budgets"."told_at" is null;--> statement-breakpoint
CREATE INDEX "audit_entries_time" ON "audit_entries" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_subject" ON "audit_entries" USING btree ("merchant_id","subject","created_at","id");--> statement-breakpoint
CREATE INDEX "refusals_time" ON "refusals" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "security_events_time" ON "security_events" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "address_counters_age" ON "address_counters" USING btree ("window_start");--> statement-breakpoint
CREATE INDEX "bookings_store_time" ON "bookings" USING btree ("merchant_id","store_id","date","time","id");--> statement-breakpoint
CREATE INDEX "bookings_time" ON "bookings" USING btree ("merchant_id","date","time","id");--> statement-breakpoint
CREATE INDEX "promo_code_uses_customer" ON "promo_code_uses" USING btree ("merchant_id","customer_id");--> statement-breakpoint
CREATE INDEX "customer_identifiers_customer" ON "customer_identifiers" USING btree ("merchant_id","customer_id");--> statement-breakpoint
CREATE INDEX "stamp_entries_time" ON "stamp_entries" USING btree ("merchant_id","customer_id","created_at");--> statement-breakpoint
CREATE INDEX "jobs_running" ON "jobs" USING btree ("merchant_id","id") WHERE "jobs"."state" = 'running';--> statement-breakpoint
CREATE INDEX "outbox_messages_due" ON "outbox_messages" USING btree ("merchant_id","channel","next_attempt_at") WHERE "outbox_messages"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "outbox_messages_time" ON "outbox_messages" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "outbox_messages_customer" ON "outbox_messages" USING btree ("merchant_id","customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "redemption_lines_spent_voucher" ON "redemption_lines" USING btree ("merchant_id","voucher_id") WHERE "redemption_lines"."spends_voucher";--> statement-breakpoint
CREATE INDEX "redemption_lines_voucher" ON "redemption_lines" USING btree ("merchant_id","voucher_id");--> statement-breakpoint
CREATE INDEX "redemption_lines_promo_code" ON "redemption_lines" USING btree ("merchant_id","promo_code_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE INDEX "redemption_authorizations_request" ON "redemption_authorizations" USING btree ("merchant_id","customer_id","request_id","created_at","id");--> statement-breakpoint
CREATE INDEX "redemptions_customer" ON "redemptions" USING btree ("merchant_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "redemptions_time" ON "redemptions" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "replacement_reviews_time" ON "replacement_reviews" USING btree ("merchant_id","canceled_at","redemption_id");--> statement-breakpoint
CREATE INDEX "replacement_reviews_open" ON "replacement_reviews" USING btree ("merchant_id","canceled_at","redemption_id") WHERE "replacement_reviews"."reviewed_at" is null;--> statement-breakpoint
CREATE INDEX "staff_accounts_user" ON "staff_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_members_user" ON "staff_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_passkeys_user" ON "staff_passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_user" ON "staff_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_two_factors_user" ON "staff_two_factors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_verifications_identifier" ON "staff_verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "vouchers_customer" ON "vouchers" USING btree ("merchant_id","customer_id","end_date");--> statement-breakpoint
CREATE INDEX "vouchers_issued_by" ON "vouchers" USING btree ("merchant_id","issued_by_redemption_id");--> statement-breakpoint
-- From here on by hand: what drizzle-kit cannot express.
-- Raises an error if a guard of a statement fails, so that the whole statement is rolled back.
create function stampbook_refuse(guard text) returns boolean language plpgsql volatile as $$
begin
  raise exception using errcode = 'SB001', message = guard;
end
$$;
--> statement-breakpoint
-- Lists of the console. Redemptions never update these columns, so their updates stay HOT.
CREATE INDEX "customers_name" ON "customers" USING btree ("merchant_id", (lower("name") COLLATE "C"), "id");--> statement-breakpoint
CREATE INDEX "vouchers_end" ON "vouchers" USING btree ("merchant_id", "end_date", "id");--> statement-breakpoint
CREATE INDEX "redemptions_invoice" ON "redemptions" USING btree ("merchant_id", "invoice_number") WHERE "invoice_number" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "stamp_entries_given" ON "stamp_entries" USING btree ("merchant_id", "created_at") WHERE "cause" IN ('earning', 'adjustment');
--> statement-breakpoint
-- Names are searched by the beginnings of their words. Each word carries its merchant, because a GIN
-- index over text has no other way to keep merchants apart without an extension.
CREATE INDEX "customers_words" ON "customers" USING gin (array_to_tsvector(string_to_array("merchant_id"::text || '.' || regexp_replace(btrim(lower("name")), '\s+', ' ' || "merchant_id"::text || '.', 'g'), ' ')));
--> statement-breakpoint
-- A customer's profile shows their bookings.
CREATE INDEX "bookings_customer" ON "bookings" USING btree ("merchant_id", "customer_id", "date", "time", "id") WHERE "customer_id" IS NOT NULL;
