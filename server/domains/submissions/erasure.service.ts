import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { keepHashes } from '../receipt-ocr/duplicates/deleted-receipts.service.ts'
import { removeOffersOf } from '../receipt-ocr/filled-in/filled-in.store.ts'
import { removePreviewsOf } from '../receipt-ocr/ocr-preview/ocr-preview.store.ts'
import { deleteOcrResults } from '../receipt-ocr/receipt-ocr.store.ts'
import { erasePicturesAndTexts, rejectPending } from './erasure.store.ts'

/**
 * Removes pictures and free texts from a member's submissions and rejects the pending ones. The facts behind
 * decisions and stamps stay, and keyed hashes by which an approved receipt is recognised if it is sent again. Returns the ids of all the member's submissions.
 */
export async function eraseSubmissions(
  tx: Queryable,
  deps: Pick<Deps, 'config' | 'now'>,
  userId: number,
): Promise<number[]> {
  await rejectPending(tx, userId, deps.now())
  const ids = await erasePicturesAndTexts(tx, userId)
  await keepHashes(tx, deps, ids)
  await deleteOcrResults(tx, ids)
  await removePreviewsOf(tx, userId)
  await removeOffersOf(tx, userId)
  return ids
}
