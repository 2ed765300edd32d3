-- Member IDs are compared without case. If those of two customers differ in case only, the first customer keeps
-- the Member ID. The other's stays as it was written, is not found, and doctor names it.
INSERT INTO "customer_identifiers" ("merchant_id", "form", "value", "customer_id", "is_reserved")
SELECT i."merchant_id", 'unreadMemberId', i."value", i."customer_id", i."is_reserved" FROM "customer_identifiers" i
WHERE i."form" = 'memberId' AND EXISTS (SELECT 1 FROM "customer_identifiers" o
  WHERE o."merchant_id" = i."merchant_id" AND o."form" = 'memberId'
    AND upper(o."value" COLLATE "C") = upper(i."value" COLLATE "C") AND o."customer_id" < i."customer_id")
ON CONFLICT DO NOTHING;--> statement-breakpoint
DELETE FROM "customer_identifiers" i
WHERE i."form" = 'memberId' AND EXISTS (SELECT 1 FROM "customer_identifiers" o
  WHERE o."merchant_id" = i."merchant_id" AND o."form" = 'memberId'
    AND upper(o."value" COLLATE "C") = upper(i."value" COLLATE "C")
    AND (o."customer_id", o."value" COLLATE "C") < (i."customer_id", i."value" COLLATE "C"));--> statement-breakpoint
UPDATE "customer_identifiers" SET "value" = upper("value" COLLATE "C")
WHERE "form" = 'memberId' AND "value" <> upper("value" COLLATE "C");
