CREATE TABLE "booking_slots" (
	"merchant_id" bigint NOT NULL,
	"store_id" bigint NOT NULL,
	"date" date NOT NULL,
	"slot" time NOT NULL,
	"covers" bigint NOT NULL,
	CONSTRAINT "booking_slots_merchant_id_store_id_date_slot_pk" PRIMARY KEY("merchant_id","store_id","date","slot")
);
--> statement-breakpoint
ALTER TABLE "booking_changes" ADD COLUMN "is_over_capacity" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "slot_minutes" integer;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "covers_per_slot" integer;--> statement-breakpoint
ALTER TABLE "booking_slots" ADD CONSTRAINT "booking_slots_merchant_id_store_id_stores_merchant_id_id_fk" FOREIGN KEY ("merchant_id","store_id") REFERENCES "public"."stores"("merchant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_slot_minutes" CHECK ("stores"."slot_minutes" in (15, 30, 60));--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_covers_per_slot" CHECK ("stores"."covers_per_slot" between 1 and 10000);