-- online
CREATE INDEX CONCURRENTLY IF NOT EXISTS "redemptions_canceled" ON "redemptions" USING btree ("merchant_id","canceled_at","id") WHERE "redemptions"."canceled_at" is not null;
