import { createHmac } from 'node:crypto'
import { BULK_LOOK_MS, BULK_OFFER_MS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import { conflict } from '../../../platform/http/http-error.ts'
import { constantTimeEqual, deriveKey } from '../../../platform/security/crypto.ts'

type Signing = Pick<Deps, 'config' | 'now'>

/** Returns a signed text that names the receipts offered to an operator together, and the time. */
export function signOffer({ config, now }: Signing, operatorId: number, ids: number[]): string {
  const offered = `${now().getTime()}.${ids.join('-')}`
  return `${offered}.${signatureOf(config.APP_KEY, operatorId, offered)}`
}

/**
 * Throws 409 unless all receipts were offered to this operator together, within the last hour and long enough ago to
 * be looked at.
 */
export function checkOffer({ config, now }: Signing, operatorId: number, offer: string, ids: number[]): void {
  const [at = '', offered = '', signature = ''] = offer.split('.')
  if (!constantTimeEqual(signature, signatureOf(config.APP_KEY, operatorId, `${at}.${offered}`)))
    throw conflict(texts.offerOutdated)
  const age = now().getTime() - Number(at)
  const known = new Set(offered.split('-').map(Number))
  if (age > BULK_OFFER_MS || ids.some((id) => !known.has(id))) throw conflict(texts.offerOutdated)
  if (age < BULK_LOOK_MS) throw conflict(texts.lookFirst)
}

function signatureOf(appKey: string, operatorId: number, offered: string): string {
  const key = deriveKey(appKey, 'bulk-offer')
  return createHmac('sha256', key).update(`${operatorId}|${offered}`).digest('base64url')
}
