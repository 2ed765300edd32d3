ALTER TABLE "vouchers" ADD COLUMN "issued_by_transaction_id" bigint;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_merchant_id_issued_by_transaction_id_transactions_merchant_id_id_fk" FOREIGN KEY ("merchant_id","issued_by_transaction_id") REFERENCES "public"."transactions"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vouchers_issued_by_sale" ON "vouchers" USING btree ("merchant_id","issued_by_transaction_id") WHERE "vouchers"."issued_by_transaction_id" is not null;
--> statement-breakpoint
-- A replacement belongs to the redemption that issued the voucher before it.
WITH RECURSIVE replaced AS (
  SELECT v.merchant_id, v.id, o.issued_by_redemption_id AS issuer
  FROM vouchers v
  JOIN redemption_lines l ON l.merchant_id = v.merchant_id AND l.redemption_id = v.replaces_redemption_id
  JOIN vouchers o ON o.merchant_id = l.merchant_id AND o.id = l.voucher_id
  WHERE o.issued_by_redemption_id IS NOT NULL
  UNION ALL
  SELECT v.merchant_id, v.id, o.issuer
  FROM replaced o
  JOIN redemption_lines l ON l.merchant_id = o.merchant_id AND l.voucher_id = o.id
  JOIN vouchers v ON v.merchant_id = l.merchant_id AND v.replaces_redemption_id = l.redemption_id
)
UPDATE vouchers v SET issued_by_redemption_id = r.issuer
FROM replaced r WHERE v.merchant_id = r.merchant_id AND v.id = r.id;
