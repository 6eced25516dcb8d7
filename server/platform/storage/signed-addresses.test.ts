import { expect, test } from 'vitest'
import { deriveKey } from '../security/crypto.ts'
import { nextExpiry, signPath, verifyPath } from './signed-addresses.ts'

const appKey = 'a key for tests that is long enough'
const path = '/files/receipts/2026/11/one-full.webp'
const now = new Date('2026-11-21T10:02:00Z')
const expiresAt = new Date('2026-11-21T10:10:00Z')
const signed = signPath(appKey, path, { purpose: 'picture', expiresAt })
const query = Object.fromEntries(new URL(signed, 'http://x').searchParams)

test('D-44 a signed path is valid for its purpose until it expires', () => {
  expect(signed).toMatch(/^\/files\/receipts\/2026\/11\/one-full\.webp\?expires=\d{10}&signature=[\w-]{43}$/)
  expect(opens({})).toBe(true)
  expect(opens({ now: new Date(expiresAt.getTime() - 1) })).toBe(true)
  expect(opens({ now: expiresAt })).toBe(false)
})

test('D-44 a signature is not valid for another path, purpose, time or key', () => {
  expect(opens({ path: '/files/receipts/2026/11/two-full.webp' })).toBe(false)
  expect(opens({ purpose: 'original' })).toBe(false)
  expect(opens({ query: { ...query, expires: String(Number(query.expires) + 1) } })).toBe(false)
  expect(opens({ query: { ...query, expires: `0${query.expires}` } })).toBe(false)
  expect(opens({ appKey: `${appKey}.` })).toBe(false)
})

test('D-44 a path that is signed for a member is valid for no other one, and not without a member', () => {
  const ofMember = signPath(appKey, path, { purpose: 'picture', expiresAt, holder: '5' })
  const given = Object.fromEntries(new URL(ofMember, 'http://x').searchParams)
  const openFor = (holder: string | undefined) => opens({ query: { ...given, holder } })
  expect(['5', '6', '', undefined].map(openFor)).toEqual([true, false, false, false])
})

test('D-44 a signature with any single bit flipped is rejected', () => {
  const bytes = Buffer.from(query.signature ?? '')
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const flipped = Buffer.from(bytes)
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(opens({ query: { ...query, signature: flipped.toString('latin1') } }), `bit ${bit}`).toBe(false)
  }
})

test.each([
  {},
  { expires: '9999999999' },
  { signature: 'x' },
  { expires: 'soon', signature: 'x' },
  { expires: ['1', '2'], signature: ['x'] },
])('D-44 a query without a valid signature is rejected (%j)', (given) => expect(opens({ query: given })).toBe(false))

test('D-44 a signed URL stays the same for 5 minutes and is valid for 5 to 10', () => {
  for (let second = 0; second < 900; second += 7) {
    const then = new Date(now.getTime() + second * 1000)
    const life = nextExpiry(then).getTime() - then.getTime()
    expect(life > 300_000 && life <= 600_000).toBe(true)
  }
  expect(nextExpiry(new Date('2026-11-21T10:00:00Z'))).toEqual(nextExpiry(new Date('2026-11-21T10:04:59.999Z')))
})

test('D-44 the keys of two purposes are unrelated', () => {
  const [one, other] = [deriveKey(appKey, 'one'), deriveKey(appKey, 'other')]
  expect([one.length, one.equals(other), one.equals(deriveKey(appKey, 'one'))]).toEqual([32, false, true])
})

function opens(given: { appKey?: string; path?: string; purpose?: string; query?: object; now?: Date }) {
  const asked = { purpose: given.purpose ?? 'picture', query: given.query ?? query, now: given.now ?? now }
  return verifyPath(given.appKey ?? appKey, given.path ?? path, asked)
}
