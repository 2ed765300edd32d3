CREATE TABLE "staff_device_people" (
	"merchant_id" bigint NOT NULL,
	"user_id" text NOT NULL,
	"device_id" bigint NOT NULL,
	"wrong_tries" integer DEFAULT 0 NOT NULL,
	"second_factor_at" timestamp with time zone,
	CONSTRAINT "staff_device_people_merchant_id_device_id_user_id_pk" PRIMARY KEY("merchant_id","device_id","user_id"),
	CONSTRAINT "staff_device_people_tries" CHECK ("staff_device_people"."wrong_tries" >= 0)
);
--> statement-breakpoint
CREATE TABLE "staff_devices" (
	"merchant_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"store_id" bigint NOT NULL,
	"name" text NOT NULL,
	"secret_hash" text NOT NULL,
	"enrolled_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "staff_devices_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "staff_pins" (
	"merchant_id" bigint NOT NULL,
	"user_id" text NOT NULL,
	"id" text NOT NULL,
	"verifier" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "staff_pins_merchant_id_user_id_pk" PRIMARY KEY("merchant_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "lock_after_minutes" integer;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD COLUMN "device_merchant_id" bigint;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD COLUMN "device_id" bigint;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD COLUMN "pin_id" text;--> statement-breakpoint
ALTER TABLE "staff_device_people" ADD CONSTRAINT "staff_device_people_device" FOREIGN KEY ("merchant_id","device_id") REFERENCES "public"."staff_devices"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_device_people" ADD CONSTRAINT "staff_device_people_member" FOREIGN KEY ("merchant_id","user_id") REFERENCES "public"."staff_members"("merchant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_devices" ADD CONSTRAINT "staff_devices_store" FOREIGN KEY ("merchant_id","store_id") REFERENCES "public"."stores"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_pins" ADD CONSTRAINT "staff_pins_member" FOREIGN KEY ("merchant_id","user_id") REFERENCES "public"."staff_members"("merchant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_lock_after" CHECK ("merchants"."lock_after_minutes" >= 1);