import { readdir } from 'node:fs/promises'
import { create } from '@stampus/contract/console/rewards'
import sanitizeHtml from 'sanitize-html'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  demoAnnouncements,
  demoDeals,
  demoHandOvers,
  demoMembers,
  demoMerchants,
  demoOperators,
  demoOwner,
  demoRewards,
  handedOverPicture,
} from './content.ts'
import { placeholderFor, readPicture, type Tone, tones } from './pictures.ts'
import { printedTotal } from './receipts/receipt-lines.ts'
import { dayFrom } from './seed.ts'

const submissions = demoMembers.flatMap((member) =>
  member.submissions.map((sent) => ({ ...sent, email: member.email })),
)
function merchantOf(slug: string) {
  const merchant = demoMerchants.find((one) => one.slug === slug)
  if (merchant === undefined) throw new Error(`no demo merchant ${slug}`)
  return merchant
}
const areUnique = (values: unknown[]) => new Set(values).size === values.length
/** A moment as text in the order of time. */
const sortable = ({ daysAgo, time }: { daysAgo: number; time: string }) =>
  `${String(100 - daysAgo).padStart(3, '0')} ${time}`

test('D-60 D-33 one name has 60 characters and one has accents; phone numbers are fictitious; two merchants are inactive, one deal has ended, one has not started, and two announcements are scheduled', () => {
  const names = demoMerchants.map((merchant) => merchant.name)
  expect(Math.max(...names.map((name) => name.length))).toBe(60)
  expect(names.some((name) => /é.*&/.test(name))).toBe(true)
  for (const { slug, contact_number } of demoMerchants)
    expect([slug, contact_number]).toEqual([
      expect.stringMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/),
      expect.stringMatching(/^03-5550 \d{4}$/),
    ])
  for (const values of [
    ...(['slug', 'contact_number'] as const).map((fact) => demoMerchants.map((one) => one[fact])),
    demoDeals.map(({ title }) => title),
  ])
    expect(areUnique(values)).toBe(true)
  for (const { title, merchant, startDay, endDay } of demoDeals)
    expect([title, merchantOf(merchant).is_active, startDay <= endDay]).toEqual([title, true, true])
  expect([
    demoMerchants.filter((merchant) => !merchant.is_active).length,
    demoDeals.filter((deal) => deal.endDay < 0).length,
    demoDeals.filter((deal) => deal.startDay > 0).length,
    demoAnnouncements.filter((announcement) => announcement.publishedDaysAgo < 0).length,
  ]).toEqual([2, 1, 1, 2])
})

test('D-35 sanitizing does not change any announcement, and no amount in one is broken at its end of line', () => {
  const allowedTags = 'p h2 h3 ul ol li strong em a blockquote table thead tbody tr th td br hr'.split(' ')
  for (const { slug, content, content_ms } of demoAnnouncements)
    for (const html of content_ms ? [content, content_ms] : [content]) {
      expect(sanitizeHtml(html, { allowedTags, allowedAttributes: { a: ['href'] } }), slug).toBe(html)
      expect(html, slug).not.toMatch(/RM \d/)
    }
})

test('R-2.01 every reward passes the checks of the console form, has a unique title, is of an active merchant or of the desk, which nothing is owed, and runs if it is published', () => {
  const dayAfter = (days: number) => dayFrom(new Date(), days, 'Asia/Kuala_Lumpur')
  for (const reward of demoRewards) {
    const { merchant, title, title_ms, conditions, conditions_ms, stamps, owed_sen, stock, startDay, endDay } = reward
    const input = {
      ...{ merchant_id: merchant === undefined ? null : 1, image_key: null },
      ...{ title, title_ms, conditions, conditions_ms },
      ...{ stamps, owed_sen, stock: stock ?? null, valid_days: reward.valid_days },
      ...{ limit_total: reward.limit_total ?? null, limit_30_days: reward.limit_30_days ?? null },
      start_date: dayAfter(startDay),
      end_date: endDay === undefined ? null : dayAfter(endDay),
    }
    const isOwed = merchant === undefined ? owed_sen === 0 : merchantOf(merchant).is_active && owed_sen > 0
    const runs = (reward.state ?? 'published') !== 'published' || (startDay <= 0 && (endDay ?? 0) >= 0)
    expect([title, create.input.safeParse(input).success, isOwed, runs]).toEqual([title, true, true, true])
  }
  for (const titles of [demoRewards.map(({ title }) => title), demoRewards.map(({ title_ms }) => title_ms)])
    expect(areUnique(titles)).toBe(true)
  expect(demoRewards.filter(({ merchant }) => merchant === undefined)).toHaveLength(2)
})

test('R-4.03 whatever the day, the cashier handed over a reward in the month before, and only what was claimed before', () => {
  for (let day = 0; day < 366; day++) {
    const now = new Date(Date.UTC(2027, 10, 1 + day))
    const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
    const months = demoHandOvers.map(({ usedAt }) =>
      'daysAgo' in usedAt ? dayFrom(now, -usedAt.daysAgo, 'UTC').slice(0, 7) : undefined,
    )
    expect([now, months.includes(last)]).toEqual([now, true])
  }
  const { merchant, startDay = 0 } = demoRewards.find(({ picture }) => picture === handedOverPicture) ?? {}
  expect(merchant).toBe(demoOwner.merchant)
  for (const { usedAt, ...claimed } of demoHandOvers) {
    expect([claimed, startDay <= -claimed.daysAgo, claimed.daysAgo > 1]).toEqual([claimed, true, true])
    if ('daysAgo' in usedAt) expect(sortable(usedAt) > sortable(claimed)).toBe(true)
  }
})

test('D-60 R-2.01 every merchant, deal, announcement and reward has its own picture file, well-formed, self-contained, small and in its colours', async () => {
  const tonesOf = new Map<string, Tone>([
    ...demoMerchants.map(({ slug, tone }) => [`merchants/${slug}`, tone] as const),
    ...demoDeals.map(({ merchant }) => [`deals/${merchant}`, merchantOf(merchant).tone] as const),
    ...demoAnnouncements.map(({ slug, tone }) => [`announcements/${slug}`, tone] as const),
    ...demoRewards.map(({ picture, tone }) => [`rewards/${picture}`, tone] as const),
  ])
  const folder = new URL('./pictures/', import.meta.url)
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.svg'))
  expect(files.sort()).toEqual([...tonesOf.keys()].map((name) => `${name}.svg`).sort())
  const pictures: string[] = []
  for (const [name, tone] of tonesOf) {
    const svg = await readPicture(name)
    pictures.push(svg)
    const { width, height } = await sharp(Buffer.from(svg)).metadata()
    expect([name, width, height]).toEqual([name, ...(name.startsWith('merchants/') ? [96, 96] : [640, 360])])
    expect(svg, name).toContain(`><path fill="${tones[tone].ground}"`)
    expect(svg, name).not.toMatch(/<script|<foreignObject|<style|<text|<image|<use|href|url\(|\son\w+=|NaN|undefined/i)
    expect(svg.length, name).toBeLessThan(25_000)
  }
  expect(areUnique(pictures)).toBe(true)
})

test('D-60 a placeholder is a data URI under 200 bytes', async () => {
  for (const tone of Object.keys(tones) as Tone[])
    for (const uri of [placeholderFor(tone, 'square'), placeholderFor(tone, 'wide')]) {
      expect(uri).toMatch(/^data:image\/svg\+xml,[^<># "]{1,180}$/)
      const svg = decodeURIComponent(uri.slice(uri.indexOf(',') + 1))
      expect(await sharp(Buffer.from(svg)).metadata()).toMatchObject({ format: 'svg' })
    }
})

test('D-21 D-20 the demo passwords follow the password rule, and the demo addresses belong to the college', () => {
  for (const { email, password } of [...demoMembers, ...demoOperators]) {
    expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^\sA-Za-z\d])\S{8,128}$/)
    expect(email).toMatch(/@(student\.)?campus\.edu\.my$/)
  }
  expect(demoOperators.map((operator) => operator.role).sort()).toEqual(['manager', 'reviewer'])
})

test('D-41 D-42 D-45 every demo submission is unique, lies in the past and, if approved, shows the typed amount; some of each kind wait', () => {
  for (const sent of submissions) {
    expect(minutesBeforeToday(sent)).toBeGreaterThanOrEqual(0)
    if (sent.outcome.status === 'approved')
      expect([sent.invoice, sent.amountSen]).toEqual([sent.invoice, printedTotal(sent.items)])
  }
  expect(areUnique(submissions.map((sent) => [sent.email, sent.merchant, sent.invoice].join()))).toBe(true)
  const [own = [], others = []] = [true, false].map((isOwn) =>
    submissions.filter(({ email }) => (email === demoMembers[0]?.email) === isOwn).map(({ outcome }) => outcome.status),
  )
  expect(new Set(own)).toEqual(new Set(['pending', 'approved', 'rejected']))
  expect(own.length).toBeGreaterThanOrEqual(14)
  expect(others.filter((status) => status === 'pending').length).toBeGreaterThanOrEqual(10)
})

test('D-33 days are counted in the time zone', () => {
  const lateInUtc = new Date('2026-11-20T17:00:00Z')
  expect([0, -21].map((days) => dayFrom(lateInUtc, days, 'Asia/Kuala_Lumpur'))).toEqual(['2026-11-21', '2026-10-31'])
})

/** Minutes between the submission's last event and the beginning of today. */
function minutesBeforeToday({ daysAgo, time, submittedAfterMinutes, outcome }: (typeof submissions)[number]): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const decided = outcome.status === 'pending' ? 0 : outcome.decidedAfterHours
  const appealed = outcome.status === 'rejected' ? (outcome.appeal?.madeAfterHours ?? 0) : 0
  const last = Math.max(decided, appealed) * 60
  return daysAgo * 1440 - (hours * 60 + minutes + submittedAfterMinutes + last)
}
