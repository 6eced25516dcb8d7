/** Matches a submission `s` that operator `$1` may not judge or see: their own receipt, or one from their own merchant. */
export const TIED = `(
  s.merchant_id IN (SELECT t.merchant_id FROM operator_merchants t WHERE t.operator_id = $1)
  OR s.user_id IN (SELECT n.id FROM users n WHERE n.email_key IN (
    SELECT o.email_key FROM operators o WHERE o.id = $1
    UNION ALL SELECT a.email_key FROM operator_addresses a WHERE a.operator_id = $1)))`
