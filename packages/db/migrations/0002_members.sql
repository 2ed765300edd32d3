-- By hand, because drizzle-kit cannot express collations: searches for members by what their Member ID,
-- mobile number, email or last name begins with. `customers_name` finds them by their name. The form
-- stands in the expression, so that no plan takes this index to look up a whole value.
CREATE INDEX "customer_identifiers_beginning" ON "customer_identifiers" USING btree ("merchant_id", (("form" || ' ' || lower("value")) COLLATE "C")) WHERE NOT "is_reserved";--> statement-breakpoint
CREATE INDEX "customers_last_name" ON "customers" USING btree ("merchant_id", (regexp_replace(btrim(lower("name")), '^.*\s', '') COLLATE "C"), "id");
