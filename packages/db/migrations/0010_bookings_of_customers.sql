-- A customer's profile shows their bookings.
CREATE INDEX "bookings_customer" ON "bookings" USING btree ("merchant_id", "customer_id", "date", "time", "id") WHERE "customer_id" IS NOT NULL;
