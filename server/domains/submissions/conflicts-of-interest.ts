/** Matches a submission `s` that this operator, `$1` or a column, may not judge or see: their own, or one from their own merchant. */
export const tiedTo = (operator: string) => `(
  s.merchant_id IN (SELECT t.merchant_id FROM operator_merchants t WHERE t.operator_id = ${operator})
  OR s.user_id IN (SELECT n.id FROM users n WHERE n.email_key IN (
    SELECT o.email_key FROM operators o WHERE o.id = ${operator}
    UNION ALL SELECT a.email_key FROM operator_addresses a WHERE a.operator_id = ${operator})))`

/** The same for the operator `$1`. */
export const TIED = tiedTo('$1')
