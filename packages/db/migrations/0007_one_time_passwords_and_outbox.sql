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
CREATE TABLE "outbox_messages" (
	"merchant_id" bigint NOT NULL,
	"id" text NOT NULL,
	"customer_id" bigint NOT NULL,
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
	CONSTRAINT "outbox_messages_kind" CHECK ("outbox_messages"."kind" in ('otp', 'notice')),
	CONSTRAINT "outbox_messages_state" CHECK ("outbox_messages"."state" in ('waiting', 'sent', 'dead')),
	CONSTRAINT "outbox_messages_ended" CHECK (("outbox_messages"."state" = 'waiting') = ("outbox_messages"."payload" is not null) and ("outbox_messages"."state" = 'waiting') = ("outbox_messages"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "passwords" ADD COLUMN "wrong_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "passwords" ADD COLUMN "last_wrong_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "passwords" ADD COLUMN "deciding" timestamp with time zone[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "message_templates" ADD COLUMN "html" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "one_time_passwords" ADD CONSTRAINT "one_time_passwords_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "otp_allowances" ADD CONSTRAINT "otp_allowances_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD CONSTRAINT "outbox_messages_merchant_id_customer_id_customers_merchant_id_id_fk" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outbox_messages_due" ON "outbox_messages" USING btree ("merchant_id","channel","next_attempt_at") WHERE "outbox_messages"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "outbox_messages_time" ON "outbox_messages" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "outbox_messages_customer" ON "outbox_messages" USING btree ("merchant_id","customer_id");--> statement-breakpoint
ALTER TABLE "passwords" ADD CONSTRAINT "passwords_wrong_tries" CHECK ("passwords"."wrong_tries" >= 0);