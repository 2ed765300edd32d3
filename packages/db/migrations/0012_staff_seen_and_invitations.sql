ALTER TABLE "staff_invitations" ADD COLUMN "is_mailed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_members" ADD COLUMN "last_seen_at" timestamp with time zone;--> statement-breakpoint
UPDATE "staff_members" m SET "last_seen_at" =
  (SELECT max(s."updated_at") FROM "staff_sessions" s WHERE s."user_id" = m."user_id");--> statement-breakpoint
-- trusted devices, which skipped the second factor; other rows of the table end within hours
DELETE FROM "staff_verifications" WHERE "expires_at" > "created_at" + interval '2 days';
