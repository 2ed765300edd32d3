CREATE TABLE "attempt_counters" (
	"merchant_id" bigint NOT NULL,
	"subject" text NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "attempt_counters_merchant_id_subject_pk" PRIMARY KEY("merchant_id","subject")
);
--> statement-breakpoint
CREATE TABLE "refusals" (
	"merchant_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"operation" text NOT NULL,
	"code" text NOT NULL,
	"message" text NOT NULL,
	"rule" text,
	"expected" text,
	"found" text,
	"store_id" bigint,
	"customer_id" bigint,
	"subject" text,
	"caller" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "refusals_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
ALTER TABLE "attempt_counters" ADD CONSTRAINT "attempt_counters_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refusals" ADD CONSTRAINT "refusals_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refusals_time" ON "refusals" USING btree ("merchant_id","created_at","id");