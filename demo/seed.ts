import { randomBytes, randomUUID } from 'node:crypto'
import type { RewardState } from '@stampus/contract/console/rewards'
import { dayIn, instantOf } from '@stampus/contract/values/days'
import { emailKey } from '@stampus/contract/values/emails'
import { nameKey } from '@stampus/contract/values/names'
import type { Deps } from '../server/deps.ts'
import { addAnnouncements } from '../server/domains/announcements/announcements.service.ts'
import type { NewAnnouncement } from '../server/domains/announcements/announcements.store.ts'
import { insertCannedAnswer } from '../server/domains/contact/canned-answers.store.ts'
import { insertCashier } from '../server/domains/counters/cashiers/cashiers.store.ts'
import { insertPhone } from '../server/domains/counters/phones/phones.store.ts'
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
import { type DemoAnnouncement, demoAnnouncements } from './announcements.ts'
import { demoCannedAnswers, demoLinkGroups } from './contact/links.ts'
import { type DemoDeal, demoDeals } from './deals.ts'
import { demoDescriptions } from './merchant-descriptions.ts'
import { type DemoMerchant, demoCategories, demoMerchants } from './merchants.ts'
import { demoOpeningHours } from './opening-hours.ts'
import { demoCashier, demoMembers, demoOperators, demoOwner } from './people.ts'
import { placeholderFor, storePicture } from './pictures.ts'
import { type DemoReward, demoRewards } from './rewards.ts'
import { addDemoMembers, addDemoOperators, isEmpty, markDemoOwner } from './seed.store.ts'

/** Passwords by email, PINs by name. A person without one here has that of `people.ts`. */
type DemoPasswords = Readonly<Record<string, string>>

const MEMBER_FOR_DAYS = 75
const DAY_MS = 86_400_000
const KEY_BYTES = 32
const PUBLISHED_AT = '09:00'

/**
 * Fills an empty database with merchants, deals, rewards, announcements, links, people and a counter in one transaction. Returns false
 * when the database is not empty. `startHistory` adds the submissions and vouchers later.
 */
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

async function prepareMerchant(deps: Deps, merchant: DemoMerchant): Promise<MerchantRow> {
  return {
    name: merchant.name,
    slug: merchant.slug,
    category: merchant.category,
    address: merchant.address,
    contact_number: merchant.contactNumber,
    logo_key: await storePicture(deps, `merchants/${merchant.slug}`),
    logo_placeholder: placeholderFor(merchant.tone, 'square'),
    is_active: merchant.active,
    description: demoDescriptions[merchant.slug]?.english ?? null,
    description_ms: demoDescriptions[merchant.slug]?.malay ?? null,
    opening_hours: demoOpeningHours[merchant.slug]?.english ?? null,
    opening_hours_ms: demoOpeningHours[merchant.slug]?.malay ?? null,
  }
}

async function prepareDeal(deps: Deps, deal: DemoDeal): Promise<DealRow> {
  const { TIME_ZONE } = deps.config
  return {
    slug: deal.merchant,
    title: deal.title,
    description: deal.description,
    title_ms: deal.malay?.title ?? null,
    description_ms: deal.malay?.description ?? null,
    image_key: await storePicture(deps, `deals/${deal.merchant}`),
    image_placeholder: placeholderFor(find(merchantsBySlug, deal.merchant).tone, 'wide'),
    start_date: dayFrom(deps.now(), deal.startDay, TIME_ZONE),
    end_date: dayFrom(deps.now(), deal.endDay, TIME_ZONE),
  }
}

async function prepareReward(deps: Deps, reward: DemoReward): Promise<RewardRow> {
  const { TIME_ZONE } = deps.config
  const start = dayFrom(deps.now(), reward.startDay, TIME_ZONE)
  return {
    slug: reward.merchant,
    state: reward.state ?? 'published',
    created_at: new Date(Math.min(instantOf(start, '00:00', TIME_ZONE).getTime(), deps.now().getTime())),
    title: reward.title,
    title_ms: reward.malay.title,
    conditions: reward.conditions,
    conditions_ms: reward.malay.conditions,
    image_key: await storePicture(deps, `rewards/${reward.picture}`),
    image_placeholder: placeholderFor(reward.tone, 'wide'),
    stamps: reward.stamps,
    owed_sen: reward.owedSen,
    stock: reward.stock ?? null,
    limit_total: reward.limitTotal ?? null,
    limit_30_days: reward.limit30Days ?? null,
    start_date: start,
    end_date: reward.endDay === undefined ? null : dayFrom(deps.now(), reward.endDay, TIME_ZONE),
    valid_days: reward.validDays,
  }
}

async function prepareAnnouncement(deps: Deps, announcement: DemoAnnouncement): Promise<NewAnnouncement> {
  const { TIME_ZONE } = deps.config
  const day = dayFrom(deps.now(), -announcement.publishedDaysAgo, TIME_ZONE)
  const published = instantOf(day, PUBLISHED_AT, TIME_ZONE)
  return {
    title: announcement.title,
    content: announcement.content,
    title_ms: announcement.malay?.title ?? null,
    content_ms: announcement.malay?.content ?? null,
    image_key: await storePicture(deps, `announcements/${announcement.slug}`),
    image_placeholder: placeholderFor(announcement.tone, 'wide'),
    published_at: published.toISOString(),
    created_at: new Date(Math.min(published.getTime(), deps.now().getTime())).toISOString(),
  }
}

async function preparePeople(deps: Deps, passwords: DemoPasswords) {
  const hashed = async <T extends { email: string; password: string }>({ password, ...person }: T) => ({
    ...person,
    password_hash: await hashPassword(passwords[person.email] ?? password),
  })
  const since = instantOf(
    dayFrom(deps.now(), -MEMBER_FOR_DAYS, deps.config.TIME_ZONE),
    PUBLISHED_AT,
    deps.config.TIME_ZONE,
  )
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

/** A moment in the past, `time` as `HH:MM` of the campus. */
export type DemoMoment = { daysAgo: number; time: string }

export function momentOf({ config, now }: Deps, { daysAgo, time }: DemoMoment): Date {
  return instantOf(dayFrom(now(), -daysAgo, config.TIME_ZONE), time, config.TIME_ZONE)
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
