CREATE TABLE "merchant_moves" (
	"merchant_id" bigint NOT NULL,
	"state" text NOT NULL,
	"address" text,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "merchant_moves_merchant_id_pk" PRIMARY KEY("merchant_id"),
	CONSTRAINT "merchant_moves_state" CHECK ("merchant_moves"."state" in ('open', 'stopped', 'gone'))
);
--> statement-breakpoint
-- Refuses a write of a merchant that is not open here. `stampbook move` makes triggers that call it, for the tables
-- of one merchant and only while it moves.
create function stampbook_refuse_moved() returns trigger language plpgsql as $$
begin
  if exists (select from merchant_moves where merchant_id = tg_argv[0]::bigint and state <> 'open') then
    raise exception 'merchant % is being moved', tg_argv[0] using errcode = 'SB002';
  end if;
  return coalesce(new, old);
end $$;
