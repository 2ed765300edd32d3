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
ALTER TABLE "stores" ADD COLUMN "opening_hours" jsonb;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_merchant_id_store_id_stores_merchant_id_id_fk" FOREIGN KEY ("merchant_id","store_id") REFERENCES "public"."stores"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "address_counters_age" ON "address_counters" USING btree ("window_start");--> statement-breakpoint
CREATE INDEX "bookings_store_time" ON "bookings" USING btree ("merchant_id","store_id","date","time","id");--> statement-breakpoint
CREATE INDEX "bookings_time" ON "bookings" USING btree ("merchant_id","date","time","id");--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_opening_hours" CHECK (jsonb_typeof("stores"."opening_hours") = 'object');