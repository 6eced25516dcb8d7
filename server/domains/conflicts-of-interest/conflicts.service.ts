import { texts } from '@stampus/contract/texts'
import type { Queryable } from '../../platform/db/database.ts'
import { forbidden } from '../../platform/http/http-error.ts'
import { belongsTo } from './conflicts.store.ts'

/** Money and people of the operator's own merchant are for another manager. Throws 403. */
export async function requireOtherMerchant(db: Queryable, operatorId: number, merchantId: number): Promise<void> {
  if (await belongsTo(db, operatorId, merchantId)) throw forbidden(texts.ownMerchant)
}
