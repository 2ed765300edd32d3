ALTER TABLE "level_changes" ADD COLUMN "store_id" bigint;--> statement-breakpoint
CREATE INDEX "job_vouchers_first" ON "job_vouchers" USING btree ("merchant_id","first_voucher_id");