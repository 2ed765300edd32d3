-- online
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "transaction_modifications_return" ON "transaction_modifications" USING btree ("merchant_id","return_invoice_number","business_day","return_store_id") WHERE "transaction_modifications"."return_invoice_number" is not null;--> statement-breakpoint
ALTER TABLE "memberships" VALIDATE CONSTRAINT "memberships_stamps_owed";--> statement-breakpoint
ALTER TABLE "stamp_entries" VALIDATE CONSTRAINT "stamp_entries_cause";--> statement-breakpoint
ALTER TABLE "stamp_entries" VALIDATE CONSTRAINT "stamp_entries_reversed";--> statement-breakpoint
ALTER TABLE "transaction_modifications" VALIDATE CONSTRAINT "transaction_modifications_owed";--> statement-breakpoint
ALTER TABLE "transactions" VALIDATE CONSTRAINT "transactions_paid_off";
