-- online
CREATE INDEX CONCURRENTLY IF NOT EXISTS "redemptions_canceled" ON "redemptions" USING btree ("merchant_id","canceled_at","id") WHERE "redemptions"."canceled_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_canceled" ON "transactions" USING btree ("merchant_id","canceled_at","id") WHERE "transactions"."canceled_at" is not null;
