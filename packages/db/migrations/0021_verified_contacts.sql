ALTER TABLE "one_time_passwords" ADD COLUMN "sent_by" text;--> statement-breakpoint
ALTER TABLE "one_time_passwords" ADD COLUMN "sent_to" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "email_is_verified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "phone_is_verified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "one_time_passwords" ADD CONSTRAINT "one_time_passwords_sent" CHECK (("one_time_passwords"."sent_by" is null) = ("one_time_passwords"."sent_to" is null) and "one_time_passwords"."sent_by" in ('email', 'sms', 'whatsapp'));--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_verified" CHECK ((not "customers"."email_is_verified" or "customers"."email" is not null)
        and (not "customers"."phone_is_verified" or "customers"."mobile_number" is not null));