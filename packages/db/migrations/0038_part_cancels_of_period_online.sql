-- online
CREATE INDEX CONCURRENTLY IF NOT EXISTS "redemption_cancels_created" ON "redemption_cancels" USING btree ("merchant_id","created_at","redemption_id");
