-- online
ALTER TABLE "redemption_lines" VALIDATE CONSTRAINT "redemption_lines_canceled";--> statement-breakpoint
ALTER TABLE "redemptions" VALIDATE CONSTRAINT "redemptions_returned";--> statement-breakpoint
ALTER TABLE "stamp_debts" VALIDATE CONSTRAINT "stamp_debts_cause";--> statement-breakpoint
ALTER TABLE "stamp_debts" VALIDATE CONSTRAINT "stamp_debts_delta";--> statement-breakpoint
ALTER TABLE "stamp_entries" VALIDATE CONSTRAINT "stamp_entries_cause";--> statement-breakpoint
ALTER TABLE "stamp_entries" VALIDATE CONSTRAINT "stamp_entries_reversed";