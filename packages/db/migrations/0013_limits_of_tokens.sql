ALTER TABLE "merchants" ADD COLUMN "guesses_per_minute" integer;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "blocked_pins_per_day" integer;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "customers_shown_per_minute" integer;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "customers_shown_per_day" integer;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "suggestions_per_minute" integer;--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_token_limits" CHECK (least("merchants"."guesses_per_minute", "merchants"."blocked_pins_per_day", "merchants"."customers_shown_per_minute", "merchants"."customers_shown_per_day", "merchants"."suggestions_per_minute") >= 1);