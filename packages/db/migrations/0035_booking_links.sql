ALTER TABLE "merchants" ADD COLUMN "booking_links" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "booking_cancel_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_booking_cancel" CHECK ("merchants"."booking_cancel_minutes" between 0 and 10080);