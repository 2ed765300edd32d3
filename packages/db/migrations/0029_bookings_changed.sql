-- online
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bookings_changed" ON "bookings" USING btree ("merchant_id", (coalesce("decided_at", "created_at")), "id");
