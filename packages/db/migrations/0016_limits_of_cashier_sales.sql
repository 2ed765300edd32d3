ALTER TABLE "merchants" ADD COLUMN "cashier_sale_stamps" integer DEFAULT 1000;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "cashier_sale_total" integer;--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_cashier_sale" CHECK (least("merchants"."cashier_sale_stamps", "merchants"."cashier_sale_total") >= 1);