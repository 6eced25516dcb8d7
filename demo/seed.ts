import { randomUUID } from 'node:crypto'
import { instantOf } from '@stampus/contract/values/days'
import type { Deps } from '../server/deps.ts'
import { addAnnouncements } from '../server/domains/announcements/announcements.service.ts'
import type { NewAnnouncement } from '../server/domains/announcements/announcements.store.ts'
import { addDeals, type NewDeal } from '../server/domains/deals/deals.store.ts'
import { addCategories, addMerchants, type NewMerchant } from '../server/domains/merchants/merchants.store.ts'
import type { Queryable } from '../server/platform/db/database.ts'
import { inTransaction } from '../server/platform/db/transaction.ts'
import { hashPassword } from '../server/platform/security/passwords.ts'
import { type DemoAnnouncement, demoAnnouncements } from './announcements.ts'
import { type DemoDeal, demoDeals } from './deals.ts'
import { announcementCover, dealCover, merchantLogo, placeholderFor } from './drawings.ts'
import { tones } from './ink.ts'
import { type DemoMerchant, demoCategories, demoMerchants } from './merchants.ts'
import { dayFrom } from './moments.ts'
import { demoMembers, demoOperators } from './people.ts'
import { storeDrawing } from './pictures.ts'
import { addDemoMembers, addDemoOperators, isEmpty } from './seed.store.ts'

/** Passwords by address; whoever is not named here has the one of `people.ts`. */
type DemoPasswords = Readonly<Record<string, string>>

const MEMBER_FOR_DAYS = 75
const PUBLISHED_AT = '09:00'

/**
 * Fills an empty database with merchants, deals, announcements, members and operators, all or nothing (D-60, D-69), and
 * answers whether it did. What the members have sent comes later: see `startHistory`.
 */
export async function seedDemo(deps: Deps, { passwords }: { passwords: DemoPasswords }): Promise<boolean> {
  if (!(await isEmpty(deps.db.pool))) return false
  const [merchants, deals, announcements, people] = await Promise.all([
    Promise.all(demoMerchants.map((merchant) => merchantOf(deps, merchant))),
    Promise.all(demoDeals.map((deal) => dealOf(deps, deal))),
    Promise.all(demoAnnouncements.map((announcement) => announcementOf(deps, announcement))),
    peopleOf(deps, passwords),
  ])
  await inTransaction(deps.db.pool, async (tx) => {
    await addShops(tx, merchants, deals)
    await addAnnouncements(tx, announcements.toReversed())
    await addDemoMembers(tx, people.members)
    await addDemoOperators(tx, people.operators, deps.now())
  })
  return true
}

type Shop = Omit<NewMerchant, 'category_id'> & { category: string }
type Offer = Omit<NewDeal, 'merchant_id'> & { slug: string }

async function addShops(tx: Queryable, shops: readonly Shop[], offers: readonly Offer[]): Promise<void> {
  const categories = new Map((await addCategories(tx, demoCategories)).map(({ id, name }) => [name, id]))
  const merchants = await addMerchants(
    tx,
    shops.map(({ category, ...shop }) => ({ ...shop, category_id: known(categories, category) })),
  )
  const ids = new Map(merchants.map(({ id, slug }) => [slug, id]))
  await addDeals(
    tx,
    offers.map(({ slug, ...offer }) => ({ ...offer, merchant_id: known(ids, slug) })),
  )
}

async function merchantOf(deps: Deps, merchant: DemoMerchant): Promise<Shop> {
  return {
    name: merchant.name,
    slug: merchant.slug,
    category: merchant.category,
    address: merchant.address,
    contact_number: merchant.contactNumber,
    logo_key: await storeDrawing(deps, `merchants/${merchant.slug}`, merchantLogo(merchant)),
    logo_placeholder: placeholderFor(tones[merchant.mark.tone], 'square'),
    is_active: merchant.active,
  }
}

async function dealOf(deps: Deps, deal: DemoDeal): Promise<Offer> {
  const merchant = known(merchantsBySlug, deal.merchant)
  const { TIME_ZONE } = deps.config
  return {
    slug: deal.merchant,
    title: deal.title,
    description: deal.description,
    image_key: await storeDrawing(deps, `deals/${deal.merchant}`, dealCover(deal, merchant)),
    image_placeholder: placeholderFor(tones[merchant.mark.tone], 'wide'),
    start_date: dayFrom(deps.now(), deal.startDay, TIME_ZONE),
    end_date: dayFrom(deps.now(), deal.endDay, TIME_ZONE),
  }
}

async function announcementOf(deps: Deps, announcement: DemoAnnouncement): Promise<NewAnnouncement> {
  const { TIME_ZONE } = deps.config
  const day = dayFrom(deps.now(), -announcement.publishedDaysAgo, TIME_ZONE)
  const published = instantOf(day, PUBLISHED_AT, TIME_ZONE)
  return {
    title: announcement.title,
    content: announcement.content,
    image_key: await storeDrawing(deps, `announcements/${announcement.slug}`, announcementCover(announcement)),
    image_placeholder: placeholderFor(tones[announcement.cover.tone], 'wide'),
    published_at: published.toISOString(),
    created_at: new Date(Math.min(published.getTime(), deps.now().getTime())).toISOString(),
  }
}

async function peopleOf(deps: Deps, passwords: DemoPasswords) {
  const hashed = async <T extends { email: string; password: string }>({ password, ...person }: T) => ({
    ...person,
    password_hash: await hashPassword(passwords[person.email] ?? password),
  })
  const since = instantOf(
    dayFrom(deps.now(), -MEMBER_FOR_DAYS, deps.config.TIME_ZONE),
    PUBLISHED_AT,
    deps.config.TIME_ZONE,
  )
  const [members, operators] = await Promise.all([
    Promise.all(demoMembers.map(({ name, email, password }) => hashed({ name, email, password }))),
    Promise.all(demoOperators.map(hashed)),
  ])
  return { members: members.map((member) => ({ ...member, link_nonce: randomUUID(), since })), operators }
}

const merchantsBySlug = new Map(demoMerchants.map((merchant) => [merchant.slug, merchant]))

function known<T>(named: ReadonlyMap<string, T>, name: string): T {
  const value = named.get(name)
  if (value === undefined) throw new Error(`The demo content names ${name}, which it does not hold`)
  return value
}
