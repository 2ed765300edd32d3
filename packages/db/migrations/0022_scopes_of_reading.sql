-- Tokens that had all scopes have those that existed then. New ones with `*` may also read redemptions and
-- sales.
UPDATE "api_tokens" SET "scopes" = array['redemptions', 'vouchers', 'transactions', 'programme', 'stamps', 'members',
  'members.write', 'members.identity', 'members.manage', 'vouchers.issue', 'pin', 'password', 'otp', 'bookings']
WHERE '*' = any ("scopes");
