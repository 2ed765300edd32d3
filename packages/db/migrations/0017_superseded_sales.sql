ALTER TABLE "transactions" DROP CONSTRAINT "transactions_invoice";--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "superseded_by_id" bigint;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_invoice" UNIQUE NULLS NOT DISTINCT("merchant_id","invoice_number","business_day","store_id","superseded_by_id");--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_superseded" CHECK ("transactions"."superseded_by_id" is null or "transactions"."status" = 'Canceled');