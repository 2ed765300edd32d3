ALTER TABLE "pins" ADD COLUMN "wrong_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pins" ADD COLUMN "last_wrong_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pins" ADD COLUMN "lifetime_wrong_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pins" ADD COLUMN "deciding" timestamp with time zone[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "pins" ADD CONSTRAINT "pins_wrong_tries" CHECK ("pins"."wrong_tries" >= 0 and "pins"."lifetime_wrong_tries" >= 0);