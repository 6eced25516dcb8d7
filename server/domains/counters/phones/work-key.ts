import { createHmac } from 'node:crypto'

/**
 * The key for the codes that a phone shows without a network, from its own key (32 bytes) and the time when its cashier entered
 * the PIN: it ends with the cashier's hours.
 */
export function workKey(phoneKey: Buffer, cashierSince: Date): Buffer {
  return createHmac('sha256', phoneKey).update(cashierSince.toISOString()).digest()
}
