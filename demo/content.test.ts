import { readdir } from 'node:fs/promises'
import { create } from '@stampus/contract/console/rewards'
import sanitizeHtml from 'sanitize-html'
import { expect, test } from 'vitest'
import { demoAnnouncements } from './announcements.ts'
import { demoDeals } from './deals.ts'
import { demoDescriptions } from './merchant-descriptions.ts'
import { demoMerchants } from './merchants.ts'
import { demoOpeningHours } from './opening-hours.ts'
import { demoMembers, demoOperators, demoOwner } from './people.ts'
import { placeholderFor, readPicture, type Tone, tones } from './pictures.ts'
import { demoRewards } from './rewards.ts'
import { dayFrom } from './seed.ts'
import { printedTotal } from './submissions.ts'
import { demoHandOvers, handedOverPicture } from './vouchers/vouchers.ts'

const bySlug = new Map(demoMerchants.map((merchant) => [merchant.slug, merchant]))
const submissions = demoMembers.flatMap((member) =>
  member.submissions.map((sent) => ({ ...sent, email: member.email })),
)
function merchantOf(slug: string) {
  const merchant = bySlug.get(slug)
  if (merchant === undefined) throw new Error(`no demo merchant ${slug}`)
  return merchant
}
const rewardOf = (picture: string) => demoRewards.find((reward) => reward.picture === picture)
const areUnique = (values: unknown[]) => new Set(values).size === values.length
/** A moment as text in the order of time. */
const sortable = ({ daysAgo, time }: { daysAgo: number; time: string }) =>
  `${String(100 - daysAgo).padStart(3, '0')} ${time}`

test('D-60 one name has 60 characters and one has accents; two merchants are inactive; phone numbers are fictitious', () => {
  const names = demoMerchants.map((merchant) => merchant.name)
  expect(Math.max(...names.map((name) => name.length))).toBe(60)
  expect(names.some((name) => /é.*&/.test(name))).toBe(true)
  expect(demoMerchants.filter((merchant) => !merchant.active)).toHaveLength(2)
  for (const { slug, contactNumber } of demoMerchants) {
    expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(contactNumber).toMatch(/^03-5550 \d{4}$/)
  }
  expect(areUnique(demoMerchants.map((merchant) => merchant.contactNumber))).toBe(true)
  for (const slug of [...Object.keys(demoDescriptions), ...Object.keys(demoOpeningHours)])
    expect(merchantOf(slug).slug).toBe(slug)
})

test('D-33 one deal has ended and one has not started; all are of active merchants; two announcements are scheduled', () => {
  expect(demoDeals.filter((deal) => deal.endDay < 0)).toHaveLength(1)
  expect(demoDeals.filter((deal) => deal.startDay > 0)).toHaveLength(1)
  for (const { title, merchant, startDay, endDay } of demoDeals)
    expect([title, merchantOf(merchant).active, startDay <= endDay]).toEqual([title, true, true])
  expect(areUnique(demoDeals.map((deal) => deal.title))).toBe(true)
  expect(demoAnnouncements.filter((announcement) => announcement.publishedDaysAgo < 0)).toHaveLength(2)
})

test('D-35 sanitizing does not change any announcement', () => {
  const allowedTags = 'p h2 h3 ul ol li strong em a blockquote table thead tbody tr th td br hr'.split(' ')
  for (const { slug, content, malay } of demoAnnouncements)
    for (const html of malay ? [content, malay.content] : [content]) {
      expect(sanitizeHtml(html, { allowedTags, allowedAttributes: { a: ['href'] } }), slug).toBe(html)
      expect(html, slug).not.toMatch(/RM \d/)
    }
})

test('about two thirds of the texts have a Malay one, so that the demo shows both cases', () => {
  for (const texts of [Object.values(demoDescriptions), demoDeals, demoAnnouncements]) {
    const share = texts.filter(({ malay }) => malay !== undefined).length / texts.length
    expect([share > 0.6, share < 0.75]).toEqual([true, true])
  }
})

test('R-2.01 every reward passes the checks of the console form, has a unique title and a Malay text, and is of an active merchant or of the desk, which nothing is owed', () => {
  const dayAfter = (days: number) => dayFrom(new Date(), days, 'Asia/Kuala_Lumpur')
  for (const reward of demoRewards) {
    const { merchant, title, conditions, malay, stamps, owedSen, stock, startDay, endDay, validDays } = reward
    const input = {
      ...{ merchant_id: merchant === undefined ? null : 1, image_key: null },
      ...{ title, title_ms: malay.title, conditions, conditions_ms: malay.conditions },
      ...{ stamps, owed_sen: owedSen, stock: stock ?? null, valid_days: validDays },
      ...{ limit_total: reward.limitTotal ?? null, limit_30_days: reward.limit30Days ?? null },
      start_date: dayAfter(startDay),
      end_date: endDay === undefined ? null : dayAfter(endDay),
    }
    expect([title, create.input.safeParse(input).success]).toEqual([title, true])
    expect([title, malay.title !== '' && malay.conditions !== '']).toEqual([title, true])
    const isOwed = merchant !== undefined && merchantOf(merchant).active && owedSen > 0
    expect([title, merchant === undefined ? owedSen === 0 : isOwed]).toEqual([title, true])
    if ((reward.state ?? 'published') === 'published')
      expect([title, startDay <= 0, (endDay ?? 0) >= 0]).toEqual([title, true, true])
  }
  for (const titles of [demoRewards.map(({ title }) => title), demoRewards.map(({ malay }) => malay.title)])
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
  const { merchant, startDay = 0 } = rewardOf(handedOverPicture) ?? {}
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
    expect(findSyntaxError(svg), name).toBeUndefined()
    const isLogo = name.startsWith('merchants/')
    expect(svg, name).toMatch(isLogo ? /^<svg [^>]*viewBox="0 0 96 96"/ : /^<svg [^>]*viewBox="0 0 640 360"/)
    expect(svg, name).toContain(`><path fill="${tones[tone].ground}"`)
    expect(svg, name).not.toMatch(/<script|<foreignObject|<style|<text|<image|<use|href|url\(|\son\w+=|NaN|undefined/i)
    expect(svg.length, name).toBeLessThan(25_000)
  }
  expect(areUnique(pictures)).toBe(true)
})

test('D-60 a placeholder is a data URI under 200 bytes', () => {
  for (const tone of Object.keys(tones) as Tone[]) {
    for (const uri of [placeholderFor(tone, 'square'), placeholderFor(tone, 'wide')]) {
      expect(uri.length).toBeLessThan(200)
      expect(uri).toMatch(/^data:image\/svg\+xml,[^<># "]+$/)
      expect(findSyntaxError(decodeURIComponent(uri.slice(uri.indexOf(',') + 1)))).toBeUndefined()
    }
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
  expect(dayFrom(lateInUtc, 0, 'Asia/Kuala_Lumpur')).toBe('2026-11-21')
  expect(dayFrom(lateInUtc, -21, 'Asia/Kuala_Lumpur')).toBe('2026-10-31')
})

/** Minutes between the submission's last event and the beginning of today. */
function minutesBeforeToday({ daysAgo, time, submittedAfterMinutes, outcome }: (typeof submissions)[number]): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const decided = outcome.status === 'pending' ? 0 : outcome.decidedAfterHours
  const appealed = outcome.status === 'rejected' ? (outcome.appeal?.madeAfterHours ?? 0) : 0
  const last = Math.max(decided, appealed) * 60
  return daysAgo * 1440 - (hours * 60 + minutes + submittedAfterMinutes + last)
}

/** The error in the markup, if any: tags must nest and close, attributes must be quoted. */
function findSyntaxError(svg: string): string | undefined {
  const open: string[] = []
  const rest = svg.replace(
    /<(\/?)(\w+)((?:\s[\w:-]+=(?:"[^"<&]*"|'[^'<&]*'))*)(\/?)>/g,
    (_tag, closing, name, _attributes, alone) => {
      if (closing) return open.pop() === name ? '' : `mismatch at ${name}`
      if (!alone) open.push(name)
      return ''
    },
  )
  return rest === '' && open.length === 0 ? undefined : `${rest} ${open.join()}`
}
