// What ways to redeem for stamps write of a membership. `locked` and `charged` are names of arms.

/** Takes the `cost` of the rows of `locked`. Returns them, with the stamps and the balance afterwards. */
export const charge = (locked: string, isOwned: string) => `
  update memberships ms set stamps = ms.stamps - l.cost
  from ${locked} l where ms.merchant_id = $1 and ms.customer_id = l.customer_id and ${isOwned}
  returning l.*, ms.stamps, ms.balance`;

/** Inserts the ledger's entries of the rows of `charged`. */
export const chargeEntries = (charged: string) => `
  insert into stamp_entries as e (merchant_id, customer_id, cause, cause_id, delta, created_at)
  select $1, s.customer_id, 'redemption', s.redemption, -s.cost, s.now
  from ${charged} s where s.cost > 0
  returning e.customer_id`;
