import { expect, test } from 'vitest'
import { signPath, verifyPath } from './signed-addresses.ts'

const appKey = 'a key for tests that is long enough'
const path = '/files/receipts/2026/11/one-full.webp'
const now = new Date('2026-11-21T10:02:00Z')
const grant = { purpose: 'picture', expiresAt: new Date('2026-11-21T10:10:00Z'), holder: '5' }

test('D-44 a path that is signed for a member is valid for no other one, and not without a member', () => {
  const query = Object.fromEntries(new URL(signPath(appKey, path, grant), 'http://x').searchParams)
  const opens = (holder: string | undefined) =>
    verifyPath(appKey, path, { purpose: 'picture', query: { ...query, holder }, now })
  expect([opens('5'), opens('6'), opens(''), opens(undefined)]).toEqual([true, false, false, false])
})
