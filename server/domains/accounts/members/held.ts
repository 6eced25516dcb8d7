import * as texts from '@stampus/contract/texts'
import type { Queryable } from '../../../platform/db/database.ts'
import { forbidden, notFound } from '../../../platform/http/http-error.ts'
import { isOwnAccount, lockUser, type UserRow } from '../accounts.store.ts'

/** Holds a member on whom an operator acts. 404 for a deleted member, 403 for the operator's own account (D-50). */
export async function holdMember(
  tx: Queryable,
  { operatorId, memberId }: { operatorId: number; memberId: number },
): Promise<UserRow> {
  const user = await lockUser(tx, memberId)
  if (!user) throw notFound()
  if (await isOwnAccount(tx, operatorId, memberId)) throw forbidden(texts.ownAccount)
  return user
}
