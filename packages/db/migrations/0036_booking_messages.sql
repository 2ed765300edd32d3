CREATE TABLE "booking_messages" (
	"merchant_id" bigint NOT NULL,
	"booking_id" bigint NOT NULL,
	"revision" integer NOT NULL,
	"code" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"ended_at" timestamp with time zone,
	"message_id" text,
	"shown_revision" integer,
	CONSTRAINT "booking_messages_merchant_id_booking_id_revision_code_pk" PRIMARY KEY("merchant_id","booking_id","revision","code"),
	CONSTRAINT "booking_messages_code" CHECK ("booking_messages"."code" in ('booking_received', 'booking_confirmed', 'booking_declined', 'booking_canceled', 'booking_changed', 'booking_reminder')),
	CONSTRAINT "booking_messages_written" CHECK ("booking_messages"."message_id" is null or ("booking_messages"."ended_at" is not null and "booking_messages"."shown_revision" is not null))
);
--> statement-breakpoint
ALTER TABLE "outbox_messages" DROP CONSTRAINT "outbox_messages_kind";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "reminded_for" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "booking_reminder_hours" integer;--> statement-breakpoint
ALTER TABLE "booking_messages" ADD CONSTRAINT "booking_messages_merchant_id_booking_id_bookings_merchant_id_id_fk" FOREIGN KEY ("merchant_id","booking_id") REFERENCES "public"."bookings"("merchant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booking_messages_open" ON "booking_messages" USING btree ("merchant_id","created_at") WHERE "booking_messages"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "booking_messages_message" ON "booking_messages" USING btree ("merchant_id","message_id") WHERE "booking_messages"."message_id" is not null;--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_booking_reminder" CHECK ("merchants"."booking_reminder_hours" between 1 and 168);--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD CONSTRAINT "outbox_messages_kind" CHECK ("outbox_messages"."kind" in ('otp', 'notice', 'booking', 'staff')) NOT VALID;