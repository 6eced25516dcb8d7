import sanitizeHtml from 'sanitize-html'
import { describe, expect, test } from 'vitest'
import { demoAnnouncements } from './announcements.ts'
import { demoDeals } from './deals.ts'
import { announcementCover, dealCover, merchantLogo, placeholderFor } from './drawings.ts'
import { tones } from './ink.ts'
import { demoCategories, demoMerchants } from './merchants.ts'
import { demoMembers, demoOperators, printedTotal } from './people.ts'

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
  test('D-60 at least 44 in 8 categories, two of them inactive, slugs unique', () => {
    expect(demoMerchants.length).toBeGreaterThanOrEqual(44)
    expect(bySlug.size).toBe(demoMerchants.length)
    expect(new Set(demoMerchants.map((merchant) => merchant.category))).toEqual(new Set(demoCategories))
    expect(demoMerchants.filter((merchant) => !merchant.active)).toHaveLength(2)
  })

  test('D-60 names include one of 60 characters and one beyond ASCII; numbers are fictitious', () => {
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
  test('D-33 at least 25 deals run today; one is over, one has not begun; all are of active merchants', () => {
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

  test('D-35 every announcement is the same after sanitising', () => {
    for (const { slug, content } of demoAnnouncements) {
      expect(sanitizeHtml(content, { allowedTags, allowedAttributes: { a: ['href'] } }), slug).toBe(content)
      expect(content, slug).not.toMatch(/RM \d/)
    }
  })
})

const allowedTags = 'p h2 h3 ul ol li strong em a blockquote table thead tbody tr th td br hr'.split(' ')

describe('D-60 demo drawings', () => {
  const drawings = [
    ...demoMerchants.map((merchant) => [`logo ${merchant.slug}`, merchantLogo(merchant)] as const),
    ...demoDeals.map((deal) => [`deal ${deal.title}`, dealCover(deal, merchantOf(deal.merchant))] as const),
    ...demoAnnouncements.map((one) => [`cover ${one.slug}`, announcementCover(one)] as const),
  ]

  test('D-60 every drawing is well-formed, self-contained and small', () => {
    for (const [name, svg] of drawings) {
      expect(fault(svg), name).toBeUndefined()
      expect(svg, name).not.toMatch(
        /<script|<foreignObject|<style|<text|<image|<use|href|url\(|\son\w+=|NaN|undefined/i,
      )
      expect(svg.length, name).toBeLessThan(25_000)
    }
  })

  test('D-60 no two logos are alike, and the same merchant is always drawn the same', () => {
    expect(new Set(demoMerchants.map(merchantLogo)).size).toBe(demoMerchants.length)
    expect(new Set(demoMerchants.map(({ mark }) => mark.motif)).size).toBe(demoMerchants.length)
    expect(demoMerchants.map(merchantLogo)).toEqual(demoMerchants.map(merchantLogo))
  })

  test('D-60 a placeholder is a data URI under 200 bytes', () => {
    for (const tone of Object.values(tones)) {
      for (const uri of [placeholderFor(tone, 'square'), placeholderFor(tone, 'wide')]) {
        expect(uri.length).toBeLessThan(200)
        expect(uri).toMatch(/^data:image\/svg\+xml,[^<># "]+$/)
        expect(fault(decodeURIComponent(uri.slice(uri.indexOf(',') + 1)))).toBeUndefined()
      }
    }
  })
})

describe('D-60 demo people', () => {
  test('D-21 the demo passwords satisfy the rule; D-20 the addresses are college ones', () => {
    for (const { email, password } of [...demoMembers, ...demoOperators]) {
      expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^\sA-Za-z\d])\S{8,128}$/)
      expect(email).toMatch(/@(student\.)?campus\.edu\.my$/)
    }
    expect(demoOperators.map((operator) => operator.role).sort()).toEqual(['manager', 'reviewer'])
    expect(new Set(demoMembers.map((member) => member.email)).size).toBe(demoMembers.length)
  })

  test('D-60 the demo member has a history in every status and others wait in the queue', () => {
    const own = demoMembers[0]?.submissions ?? []
    expect(new Set(own.map((sent) => sent.outcome.status))).toEqual(new Set(['pending', 'approved', 'rejected']))
    expect(own.length).toBeGreaterThanOrEqual(14)
    const waiting = submissions.filter(
      (sent) => sent.outcome.status === 'pending' && sent.email !== demoMembers[0]?.email,
    )
    expect(waiting.length).toBeGreaterThanOrEqual(10)
  })

  test('D-41 D-42 every demo submission could have been made, and was made in the past', () => {
    for (const sent of submissions) {
      expect(merchantOf(sent.merchant).active).toBe(true)
      expect(sent.invoice).toMatch(/^\d{1,30}$/)
      expect(sent.daysAgo).toBeLessThanOrEqual(55)
      expect(minutesBeforeToday(sent)).toBeGreaterThanOrEqual(0)
    }
    const mine = submissions.map((sent) => [sent.email, sent.merchant, sent.invoice].join())
    expect(new Set(mine).size).toBe(mine.length)
  })

  test('D-45 an approved demo receipt prints what its member typed', () => {
    const approved = submissions.filter((sent) => sent.outcome.status === 'approved')
    for (const sent of approved)
      expect([sent.invoice, sent.amountSen]).toEqual([sent.invoice, printedTotal(sent.items)])
  })
})

/** Minutes between the submission's last event and the beginning of today. */
function minutesBeforeToday({ daysAgo, time, submittedAfterMinutes, outcome }: (typeof submissions)[number]): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const decided = outcome.status === 'pending' ? 0 : outcome.decidedAfterHours
  const appealed = outcome.status === 'rejected' ? (outcome.appeal?.madeAfterHours ?? 0) : 0
  const last = Math.max(decided, appealed) * 60
  return daysAgo * 1440 - (hours * 60 + minutes + submittedAfterMinutes + last)
}

/** What is wrong with the markup, if anything: tags must nest and close, attributes must be quoted. */
function fault(svg: string): string | undefined {
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
