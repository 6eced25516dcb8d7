import { expect, test } from 'vitest'
import { createLinks, type SignedLink } from './signed-links.ts'

const config = { APP_KEY: 'k'.repeat(64), WEB_URL: 'https://rewards.campus.example' }
const now = new Date('2026-11-20T02:00:00Z')
const linksOf = (purpose: `${string}-link`) =>
  createLinks<{ address: string }>({ purpose, path: '/open' }, ({ address }) => [address])
const links = linksOf('some-link')
const about = { address: 'aina@campus.edu.my' }
const url = links.make(config, 7, about, now)
const values = Object.fromEntries(new URL(url).searchParams)
const link = { ...values, id: 7 } as SignedLink
const flipped = (text: string, at: number) => text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1)

test('S-4.09 D-23 D-25 a link with any part changed is invalid', () => {
  expect(url.startsWith('https://rewards.campus.example/open?id=7&hash=')).toBe(true)
  expect([links.isValid(config, link, now), links.matches(link, about)]).toEqual([true, true])
  for (const changed of [
    { id: 8 },
    { expires: Number(link.expires) + 1 },
    { expires: `0${link.expires}` },
    { expires: `${link.expires} ` },
    { expires: 'soon' },
    { signature: '' },
    { signature: link.signature.toUpperCase() },
    { signature: `${link.signature}0` },
    ...Array.from(link.hash, (_, at) => ({ hash: flipped(link.hash, at) })),
    ...Array.from(link.signature, (_, at) => ({ signature: flipped(link.signature, at) })),
  ])
    expect([changed, links.isValid(config, { ...link, ...changed }, now)]).toEqual([changed, false])
})

test('D-23 D-25 a link is valid for its own purpose, until what it is about changes, and for 60 minutes', () => {
  expect(linksOf('other-link').isValid(config, link, now)).toBe(false)
  expect(links.isValid({ ...config, APP_KEY: 'x'.repeat(64) }, link, now)).toBe(false)
  expect(links.matches(link, { address: 'other@campus.edu.my' })).toBe(false)
  const validAfter = (seconds: number) => links.isValid(config, link, new Date(now.getTime() + seconds * 1000))
  expect([validAfter(3599), validAfter(3600)]).toEqual([true, false])
})
