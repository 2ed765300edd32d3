-- What the console's lists walk along. Redemptions of a busy till write none of the columns below
-- a second time, so their updates stay as short as they were.
CREATE INDEX "customers_name" ON "customers" USING btree ("merchant_id", (lower("name") COLLATE "C"), "id");--> statement-breakpoint
CREATE INDEX "vouchers_end" ON "vouchers" USING btree ("merchant_id", "end_date", "id");--> statement-breakpoint
CREATE INDEX "redemptions_invoice" ON "redemptions" USING btree ("merchant_id", "invoice_number") WHERE "invoice_number" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "stamp_entries_given" ON "stamp_entries" USING btree ("merchant_id", "created_at") WHERE "cause" IN ('earning', 'adjustment');
