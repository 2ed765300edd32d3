CREATE TABLE "booking_changes" (
	"merchant_id" bigint NOT NULL,
	"booking_id" bigint NOT NULL,
	"revision" integer NOT NULL,
	"status_before" text NOT NULL,
	"status" text NOT NULL,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_undo" boolean DEFAULT false NOT NULL,
	"changed_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "booking_changes_merchant_id_booking_id_revision_pk" PRIMARY KEY("merchant_id","booking_id","revision"),
	CONSTRAINT "booking_changes_revision" CHECK ("booking_changes"."revision" > 1)
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "recorded_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "booking_changes" ADD CONSTRAINT "booking_changes_merchant_id_booking_id_bookings_merchant_id_id_fk" FOREIGN KEY ("merchant_id","booking_id") REFERENCES "public"."bookings"("merchant_id","id") ON DELETE cascade ON UPDATE no action;