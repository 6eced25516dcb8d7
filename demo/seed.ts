import { randomBytes, randomUUID } from 'node:crypto'
import type { RewardState } from '@stampus/contract/console/rewards'
import { dayIn, instantOf } from '@stampus/contract/values/days'
import { emailKey } from '@stampus/contract/values/emails'
import { nameKey } from '@stampus/contract/values/names'
import type { Deps } from '../server/deps.ts'
import { addAnnouncements } from '../server/domains/announcements/announcements.service.ts'
import type { NewAnnouncement } from '../server/domains/announcements/announcements.store.ts'
import { insertCannedAnswer } from '../server/domains/contact/canned-answers.store.ts'
import { insertCashier, insertPhone } from '../server/domains/counters/phones/phones.store.ts'
import { insertDeals, type NewDeal } from '../server/domains/deals/deals.store.ts'
import { insertLinkGroup } from '../server/domains/links/links.store.ts'
import { ensureCategories } from '../server/domains/merchants/categories.store.ts'
import { insertMerchants, type NewMerchant } from '../server/domains/merchants/merchants.store.ts'
import { insertRewards, type NewReward, updateState } from '../server/domains/rewards/rewards.store.ts'
import { replaceMerchants } from '../server/domains/staff/merchants.store.ts'
import { insertOwner, saveLastSeen, setPassword } from '../server/domains/staff/staff.store.ts'
import type { Queryable } from '../server/platform/db/database.ts'
import { inTransaction } from '../server/platform/db/transaction.ts'
import { newToken } from '../server/platform/security/crypto.ts'
import { hashPassword } from '../server/platform/security/passwords.ts'
import {
  type DemoAnnouncement,
  type DemoDeal,
  type DemoMerchant,
  type DemoMoment,
  type DemoReward,
  demoAnnouncements,
  demoCannedAnswers,
  demoCashier,
  demoCategories,
  demoDeals,
  demoLinkGroups,
  demoMembers,
  demoMerchants,
  demoOperators,
  demoOwner,
  demoRewards,
} from './content.ts'
import { placeholderFor, storePicture, type Tone } from './pictures.ts'
import { addDemoMembers, addDemoOperators, isEmpty, markDemoOwner } from './seed.store.ts'

/** Passwords by email, PINs by name. A person without one here has that of `people.ts`. */
type DemoPasswords = Readonly<Record<string, string>>

const MEMBER_FOR_DAYS = 75
const DAY_MS = 86_400_000
const KEY_BYTES = 32
const PUBLISHED_AT = '09:00'

/** Fills an empty database in a transaction; false if it is not empty. `startHistory` adds submissions and vouchers. */
export async function seedDemo(deps: Deps, { passwords }: { passwords: DemoPasswords }): Promise<boolean> {
  if (!(await isEmpty(deps.db.pool))) return false
  const [merchants, deals, rewards, announcements, people] = await Promise.all([
    Promise.all(demoMerchants.map((merchant) => prepareMerchant(deps, merchant))),
    Promise.all(demoDeals.map((deal) => prepareDeal(deps, deal))),
    Promise.all(demoRewards.map((reward) => prepareReward(deps, reward))),
    Promise.all(demoAnnouncements.map((announcement) => prepareAnnouncement(deps, announcement))),
    preparePeople(deps, passwords),
  ])
  await inTransaction(deps.db.pool, async (tx) => {
    const ids = await addMerchantsAndDeals(tx, merchants, deals)
    await addRewards(tx, ids, rewards)
    await addAnnouncements(tx, announcements.toReversed())
    for (const group of demoLinkGroups) await insertLinkGroup(tx, group)
    for (const answer of demoCannedAnswers) await insertCannedAnswer(tx, answer)
    await addDemoMembers(tx, people.members)
    await addDemoOperators(tx, people.operators, deps.now())
    await addCounter(tx, deps, { ...people.counter, merchantId: find(ids, demoOwner.merchant) })
  })
  return true
}

type MerchantRow = Omit<NewMerchant, 'category_id'> & { category: string }
type RewardRow = Omit<NewReward, 'merchant_id'> & { slug: string | undefined; state: RewardState; created_at: Date }
type DealRow = Omit<NewDeal, 'merchant_id'> & { slug: string }

async function addMerchantsAndDeals(
  tx: Queryable,
  merchantRows: readonly MerchantRow[],
  dealRows: readonly DealRow[],
): Promise<ReadonlyMap<string, number>> {
  const categories = new Map((await ensureCategories(tx, demoCategories)).map(({ id, name }) => [name, id]))
  const merchants = await insertMerchants(
    tx,
    merchantRows.map(({ category, ...row }) => ({ ...row, category_id: find(categories, category) })),
  )
  const ids = new Map(merchants.map(({ id, slug }) => [slug, id]))
  await insertDeals(
    tx,
    dealRows.map(({ slug, ...row }) => ({ ...row, merchant_id: find(ids, slug) })),
  )
  return ids
}

/** Each after its own beginning, in its state. */
async function addRewards(tx: Queryable, ids: ReadonlyMap<string, number>, rows: readonly RewardRow[]): Promise<void> {
  for (const { slug, state, created_at, ...row } of rows) {
    const [id = 0] = await insertRewards(
      tx,
      [{ ...row, merchant_id: slug === undefined ? null : find(ids, slug) }],
      created_at,
    )
    if (state !== 'draft') await updateState(tx, id, 'published')
    if (state === 'paused' || state === 'ended') await updateState(tx, id, state)
  }
}

async function prepareMerchant(deps: Deps, { tone, ...row }: DemoMerchant): Promise<MerchantRow> {
  const logo_key = await storePicture(deps, `merchants/${row.slug}`)
  return { ...row, logo_key, logo_placeholder: placeholderFor(tone, 'square') }
}

async function prepareDeal(deps: Deps, { merchant, startDay, endDay, ...row }: DemoDeal): Promise<DealRow> {
  return {
    ...{ title_ms: null, description_ms: null, ...row, slug: merchant },
    ...(await cover(deps, `deals/${merchant}`, find(merchantsBySlug, merchant).tone)),
    start_date: dayOf(deps, startDay),
    end_date: dayOf(deps, endDay),
  }
}

async function prepareReward(deps: Deps, reward: DemoReward): Promise<RewardRow> {
  const { merchant, picture, tone, startDay, endDay, state = 'published', ...row } = reward
  const start_date = dayOf(deps, startDay)
  return {
    ...{ stock: null, limit_total: null, limit_30_days: null, ...row, slug: merchant, state, start_date },
    ...(await cover(deps, `rewards/${picture}`, tone)),
    created_at: notAfterNow(deps, instantOf(start_date, '00:00', deps.config.TIME_ZONE)),
    end_date: endDay === undefined ? null : dayOf(deps, endDay),
  }
}

async function prepareAnnouncement(deps: Deps, announcement: DemoAnnouncement): Promise<NewAnnouncement> {
  const { slug, tone, publishedDaysAgo, ...row } = announcement
  const published = momentOf(deps, { daysAgo: publishedDaysAgo, time: PUBLISHED_AT })
  return {
    ...row,
    ...(await cover(deps, `announcements/${slug}`, tone)),
    published_at: published.toISOString(),
    created_at: notAfterNow(deps, published).toISOString(),
  }
}

async function cover(deps: Deps, name: string, tone: Tone) {
  return { image_key: await storePicture(deps, name), image_placeholder: placeholderFor(tone, 'wide') }
}

const notAfterNow = ({ now }: Deps, at: Date) => new Date(Math.min(at.getTime(), now().getTime()))

async function preparePeople(deps: Deps, passwords: DemoPasswords) {
  const hashed = async <T extends { email: string; password: string }>({ password, ...person }: T) => ({
    ...person,
    password_hash: await hashPassword(passwords[person.email] ?? password),
  })
  const since = momentOf(deps, { daysAgo: MEMBER_FOR_DAYS, time: PUBLISHED_AT })
  const [members, operators, passwordHash, pinHash] = await Promise.all([
    Promise.all(demoMembers.map(({ name, email, password }) => hashed({ name, email, password }))),
    Promise.all(demoOperators.map(hashed)),
    hashPassword(passwords[demoOwner.email] ?? demoOwner.password),
    hashPassword(passwords[demoCashier.name] ?? demoCashier.pin),
  ])
  return {
    members: members.map((member) => ({ ...member, link_nonce: randomUUID(), since })),
    operators,
    counter: { passwordHash, pinHash, since },
  }
}

type DemoCounter = { merchantId: number; passwordHash: string; pinHash: string; since: Date }

/** An owner with a cashier, and a phone whose session nobody holds: it only names where the past hand-overs were. */
async function addCounter(tx: Queryable, deps: Deps, given: DemoCounter): Promise<void> {
  const { merchantId, passwordHash, pinHash, since: now } = given
  const { name, email, phone } = demoOwner
  const ownerId = await insertOwner(tx, { name, email, email_key: emailKey(email), language: 'en', now })
  if (ownerId === undefined) throw new Error('The demo has its owner already')
  await markDemoOwner(tx, ownerId)
  await setPassword(tx, 'counter', ownerId, passwordHash)
  await saveLastSeen(tx, 'counter', ownerId, deps.now())
  await replaceMerchants(tx, 'counter', ownerId, [merchantId])
  await insertCashier(tx, { merchantId, name: demoCashier.name, nameKey: nameKey(demoCashier.name), pinHash, now })
  const tokenHash = newToken().hash
  await insertPhone(tx, { merchantId, ownerId, name: phone, tokenHash, key: randomBytes(KEY_BYTES), now })
}

const merchantsBySlug = new Map(demoMerchants.map((merchant) => [merchant.slug, merchant]))

/** The calendar day `days` from `now`, `YYYY-MM-DD`; negative days lie in the past. */
export function dayFrom(now: Date, days: number, timeZone: string): string {
  return dayIn(timeZone, new Date(now.getTime() + days * DAY_MS))
}

/** That day of the campus, relative to today. */
export const dayOf = ({ config, now }: Deps, days: number) => dayFrom(now(), days, config.TIME_ZONE)

export function momentOf(deps: Deps, { daysAgo, time }: DemoMoment): Date {
  return instantOf(dayOf(deps, -daysAgo), time, deps.config.TIME_ZONE)
}

/** Stays the same from run to run, so that each thing of a series is made once. */
export function keyOf(series: string, at: number): string {
  return `5ca1ab1e-0000-4000-${series}-${String(at).padStart(12, '0')}`
}

/** The same server at another time, without mail. */
export function asOf(deps: Deps, at: Date): Deps {
  return { ...deps, now: () => at, jobs: { ...deps.jobs, enqueueMail: async () => {} } }
}

function find<T>(values: ReadonlyMap<string, T>, name: string): T {
  const value = values.get(name)
  if (value === undefined) throw new Error(`The demo content has no ${name}`)
  return value
}
