import { readdir } from 'node:fs/promises'
import { create } from '@stampus/contract/console/rewards'
import sanitizeHtml from 'sanitize-html'
import { describe, expect, test } from 'vitest'
import { demoAnnouncements } from './announcements.ts'
import { demoDeals } from './deals.ts'
import { demoDescriptions } from './merchant-descriptions.ts'
import { demoCategories, demoMerchants } from './merchants.ts'
import { demoOpeningHours } from './opening-hours.ts'
import { demoMembers, demoOperators, demoOwner } from './people.ts'
import { placeholderFor, readPicture, type Tone, tones } from './pictures.ts'
import { demoRewards } from './rewards.ts'
import { dayFrom } from './seed.ts'
import { printedTotal } from './submissions.ts'
import { demoHandOvers, demoVouchers, handedOverPicture } from './vouchers/vouchers.ts'

const bySlug = new Map(demoMerchants.map((merchant) => [merchant.slug, merchant]))
const submissions = demoMembers.flatMap((member) =>
  member.submissions.map((sent) => ({ ...sent, email: member.email })),
)

function merchantOf(slug: string) {
  const merchant = bySlug.get(slug)
  if (merchant === undefined) throw new Error(`no demo merchant ${slug}`)
  return merchant
}

describe('D-60 demo merchants', () => {
  test('D-60 there are at least 44 in 8 categories, two of them inactive, with unique slugs', () => {
    expect(demoMerchants.length).toBeGreaterThanOrEqual(44)
    expect(bySlug.size).toBe(demoMerchants.length)
    expect(new Set(demoMerchants.map((merchant) => merchant.category))).toEqual(new Set(demoCategories))
    expect(demoMerchants.filter((merchant) => !merchant.active)).toHaveLength(2)
  })

  test('D-60 one name has 60 characters and one has accents; phone numbers are fictitious', () => {
    const names = demoMerchants.map((merchant) => merchant.name)
    expect(Math.max(...names.map((name) => name.length))).toBe(60)
    expect(names.some((name) => /é.*&/.test(name))).toBe(true)
    for (const { slug, contactNumber } of demoMerchants) {
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(contactNumber).toMatch(/^03-5550 \d{4}$/)
    }
    expect(new Set(demoMerchants.map((merchant) => merchant.contactNumber)).size).toBe(demoMerchants.length)
  })
})

describe('D-33 demo deals and announcements', () => {
  test('D-33 at least 25 deals run today, one has ended, one has not started; all are of active merchants', () => {
    expect(demoDeals.filter((deal) => deal.startDay <= 0 && deal.endDay >= 0).length).toBeGreaterThanOrEqual(25)
    expect(demoDeals.filter((deal) => deal.endDay < 0)).toHaveLength(1)
    expect(demoDeals.filter((deal) => deal.startDay > 0)).toHaveLength(1)
    for (const deal of demoDeals) expect(deal.startDay).toBeLessThanOrEqual(deal.endDay)
    for (const deal of demoDeals) expect([deal.title, merchantOf(deal.merchant).active]).toEqual([deal.title, true])
    expect(new Set(demoDeals.map((deal) => deal.title)).size).toBe(demoDeals.length)
  })

  test('D-33 at least 20 announcements are published and two are scheduled', () => {
    expect(demoAnnouncements.filter((announcement) => announcement.publishedDaysAgo > 0).length).toBeGreaterThanOrEqual(
      20,
    )
    expect(demoAnnouncements.filter((announcement) => announcement.publishedDaysAgo < 0)).toHaveLength(2)
    expect(new Set(demoAnnouncements.map((announcement) => announcement.slug)).size).toBe(demoAnnouncements.length)
  })

  test('D-35 sanitizing does not change any announcement', () => {
    for (const { slug, content, malay } of demoAnnouncements) {
      for (const html of malay ? [content, malay.content] : [content]) {
        expect(sanitizeHtml(html, { allowedTags, allowedAttributes: { a: ['href'] } }), slug).toBe(html)
        expect(html, slug).not.toMatch(/RM \d/)
      }
    }
  })

  test('descriptions and opening hours are of merchants of the demo', () => {
    for (const slug of [...Object.keys(demoDescriptions), ...Object.keys(demoOpeningHours)])
      expect(merchantOf(slug).slug).toBe(slug)
  })

  test('about two thirds of the texts have a Malay one, so that the demo shows both cases', () => {
    for (const texts of [Object.values(demoDescriptions), demoDeals, demoAnnouncements]) {
      const share = texts.filter(({ malay }) => malay !== undefined).length / texts.length
      expect(share).toBeGreaterThan(0.6)
      expect(share).toBeLessThan(0.75)
    }
  })
})

const allowedTags = 'p h2 h3 ul ol li strong em a blockquote table thead tbody tr th td br hr'.split(' ')

describe('R-2.01 demo rewards', () => {
  const rewardOf = (picture: string) => demoRewards.find((reward) => reward.picture === picture)

  test('R-2.01 every reward passes the checks of the console form and has a unique title and a Malay text', () => {
    for (const reward of demoRewards) {
      const { title, conditions, malay, stamps, owedSen, stock, startDay, endDay, validDays } = reward
      const input = {
        merchant_id: reward.merchant === undefined ? null : 1,
        title,
        title_ms: malay.title,
        conditions,
        conditions_ms: malay.conditions,
        image_key: null,
        stamps,
        owed_sen: owedSen,
        stock: stock ?? null,
        limit_total: reward.limitTotal ?? null,
        limit_30_days: reward.limit30Days ?? null,
        start_date: dayFrom(new Date(), startDay, 'Asia/Kuala_Lumpur'),
        end_date: endDay === undefined ? null : dayFrom(new Date(), endDay, 'Asia/Kuala_Lumpur'),
        valid_days: validDays,
      }
      expect([title, create.input.safeParse(input).success]).toEqual([title, true])
      expect([title, malay.title !== '' && malay.conditions !== '']).toEqual([title, true])
    }
    for (const titles of [demoRewards.map(({ title }) => title), demoRewards.map(({ malay }) => malay.title)])
      expect(new Set(titles).size).toBe(demoRewards.length)
  })

  test('R-2.01 rewards are of active merchants or of the desk, which nothing is owed', () => {
    for (const { merchant, title, owedSen } of demoRewards) {
      if (merchant === undefined) expect([title, owedSen]).toEqual([title, 0])
      else expect([title, merchantOf(merchant).active, owedSen > 0]).toEqual([title, true, true])
    }
    expect(demoRewards.filter(({ merchant }) => merchant === undefined)).toHaveLength(2)
  })

  test('R-2.02 eleven rewards are published; one is paused, one has ended and one is a draft', () => {
    const inState = (state: string) => demoRewards.filter((reward) => (reward.state ?? 'published') === state)
    expect(['published', 'paused', 'ended', 'draft'].map((state) => inState(state).length)).toEqual([11, 1, 1, 1])
    for (const { startDay, endDay = 0 } of inState('published'))
      expect([startDay <= 0, endDay >= 0]).toEqual([true, true])
  })

  test('R-4.03 whatever the day, the cashier of the demo handed over a reward in the month before', () => {
    for (let day = 0; day < 366; day++) {
      const now = new Date(Date.UTC(2027, 10, 1 + day))
      const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
      const months = demoHandOvers.map(({ usedAt }) =>
        'daysAgo' in usedAt ? dayFrom(now, -usedAt.daysAgo, 'UTC').slice(0, 7) : undefined,
      )
      expect([now, months.includes(last)]).toEqual([now, true])
    }
  })

  test('R-4.03 every reward that the cashier handed over was claimed before', () => {
    const { merchant, startDay = 0 } = rewardOf(handedOverPicture) ?? {}
    expect(merchant).toBe(demoOwner.merchant)
    for (const { usedAt, ...claimed } of demoHandOvers) {
      expect([claimed, startDay <= -claimed.daysAgo, claimed.daysAgo > 1]).toEqual([claimed, true, true])
      if ('daysAgo' in usedAt) expect(sortable(usedAt) > sortable(claimed)).toBe(true)
    }
  })

  test('R-3.01 every voucher is claimed while its reward runs and ends later, within its days', () => {
    for (const { picture, daysAgo, time, end } of demoVouchers) {
      const { startDay = 0, endDay = 0, validDays = 0, state } = rewardOf(picture) ?? {}
      expect([picture, state, startDay <= -daysAgo, endDay >= -daysAgo]).toEqual([picture, undefined, true, true])
      expect(daysAgo).toBeGreaterThan(1)
      if (!end) expect([picture, validDays - daysAgo > 3]).toEqual([picture, true])
      else
        expect([picture, sortable(end) > sortable({ daysAgo, time }), end.daysAgo > 0]).toEqual([picture, true, true])
    }
    expect(demoVouchers.map(sortable)).toEqual(demoVouchers.map(sortable).sort())
  })
})

/** A moment as text in the order of time. */
function sortable({ daysAgo, time }: { daysAgo: number; time: string }): string {
  return `${String(100 - daysAgo).padStart(3, '0')} ${time}`
}

describe('D-60 demo pictures', () => {
  const logos = demoMerchants.map(({ slug }) => `merchants/${slug}`)
  const covers = [
    ...demoDeals.map(({ merchant }) => `deals/${merchant}`),
    ...demoAnnouncements.map(({ slug }) => `announcements/${slug}`),
    ...demoRewards.map(({ picture }) => `rewards/${picture}`),
  ]

  test('D-60 R-2.01 every merchant, deal, announcement and reward has its own picture file, and no file is unused', async () => {
    const folder = new URL('./pictures/', import.meta.url)
    const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.svg'))
    expect(files.sort()).toEqual([...logos, ...covers].map((name) => `${name}.svg`).sort())
  })

  test('D-60 every picture is well-formed, self-contained, small and in its colours', async () => {
    const tonesOf = new Map<string, Tone>([
      ...demoMerchants.map(({ slug, tone }) => [`merchants/${slug}`, tone] as const),
      ...demoDeals.map(({ merchant }) => [`deals/${merchant}`, merchantOf(merchant).tone] as const),
      ...demoAnnouncements.map(({ slug, tone }) => [`announcements/${slug}`, tone] as const),
      ...demoRewards.map(({ picture, tone }) => [`rewards/${picture}`, tone] as const),
    ])
    for (const name of [...logos, ...covers]) {
      const svg = await readPicture(name)
      expect(findSyntaxError(svg), name).toBeUndefined()
      expect(svg, name).toMatch(
        logos.includes(name) ? /^<svg [^>]*viewBox="0 0 96 96"/ : /^<svg [^>]*viewBox="0 0 640 360"/,
      )
      expect(svg, name).toContain(`><path fill="${tones[tonesOf.get(name) ?? 'blue'].ground}"`)
      expect(svg, name).not.toMatch(
        /<script|<foreignObject|<style|<text|<image|<use|href|url\(|\son\w+=|NaN|undefined/i,
      )
      expect(svg.length, name).toBeLessThan(25_000)
    }
  })

  test('D-60 no two pictures are the same', async () => {
    const pictures = await Promise.all([...logos, ...covers].map(readPicture))
    expect(new Set(pictures).size).toBe(pictures.length)
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
})

describe('D-60 demo people', () => {
  test('D-21 D-20 the demo passwords follow the password rule, and the demo addresses belong to the college', () => {
    for (const { email, password } of [...demoMembers, ...demoOperators]) {
      expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^\sA-Za-z\d])\S{8,128}$/)
      expect(email).toMatch(/@(student\.)?campus\.edu\.my$/)
    }
    expect(demoOperators.map((operator) => operator.role).sort()).toEqual(['manager', 'reviewer'])
    expect(new Set(demoMembers.map((member) => member.email)).size).toBe(demoMembers.length)
  })

  test('D-60 the demo member has submissions in every status, and others wait in the queue', () => {
    const own = demoMembers[0]?.submissions ?? []
    expect(new Set(own.map((sent) => sent.outcome.status))).toEqual(new Set(['pending', 'approved', 'rejected']))
    expect(own.length).toBeGreaterThanOrEqual(14)
    const waiting = submissions.filter(
      (sent) => sent.outcome.status === 'pending' && sent.email !== demoMembers[0]?.email,
    )
    expect(waiting.length).toBeGreaterThanOrEqual(10)
  })

  test('D-41 D-42 every demo submission is valid and lies in the past', () => {
    for (const sent of submissions) {
      expect(merchantOf(sent.merchant).active).toBe(true)
      expect(sent.invoice).toMatch(/^\d{1,30}$/)
      expect(sent.daysAgo).toBeLessThanOrEqual(55)
      expect(minutesBeforeToday(sent)).toBeGreaterThanOrEqual(0)
    }
    const mine = submissions.map((sent) => [sent.email, sent.merchant, sent.invoice].join())
    expect(new Set(mine).size).toBe(mine.length)
  })

  test('D-45 an approved demo receipt shows the amount that its member typed', () => {
    const approved = submissions.filter((sent) => sent.outcome.status === 'approved')
    for (const sent of approved)
      expect([sent.invoice, sent.amountSen]).toEqual([sent.invoice, printedTotal(sent.items)])
  })
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
