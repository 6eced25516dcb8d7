import { randomUUID } from 'node:crypto'
import type { Category } from '@stampus/contract/merchants'
import type { Deps } from '../../../server/deps.ts'
import { addAnnouncements } from '../../../server/domains/announcements/announcements.service.ts'
import type { NewAnnouncement } from '../../../server/domains/announcements/announcements.store.ts'
import { insertDeals, type NewDeal } from '../../../server/domains/deals/deals.store.ts'
import { ensureCategories } from '../../../server/domains/merchants/categories.store.ts'
import { insertMerchants, type NewMerchant } from '../../../server/domains/merchants/merchants.store.ts'

type TestDeps = Pick<Deps, 'db' | 'now' | 'responseCache'>

/** Adds a category, by default with a unique name. */
export async function createCategory(
  { db, responseCache }: TestDeps,
  name = `Category ${randomUUID()}`,
): Promise<Category> {
  const [category] = await ensureCategories(db.pool, [name])
  responseCache.clear()
  return requireRow(category)
}

/** Adds a merchant, by default active and in a new category. */
export async function createMerchant(
  deps: TestDeps,
  overrides: Partial<NewMerchant> = {},
): Promise<NewMerchant & { id: number }> {
  const slug = `kopi-kita-${randomUUID()}`
  const merchant = {
    name: 'Kopi Kita',
    slug,
    address: '1, Jalan Kampus',
    contact_number: '03-5550 0001',
    logo_key: `public/merchants/${slug}.svg`,
    logo_placeholder: 'data:image/svg+xml,logo',
    is_active: true,
    ...overrides,
    category_id: overrides.category_id ?? (await createCategory(deps)).id,
  }
  const [added] = await insertMerchants(deps.db.pool, [merchant])
  deps.responseCache.clear()
  return { ...merchant, id: requireRow(added).id }
}

/** Adds an announcement, by default published a minute ago. */
export async function createAnnouncement(deps: TestDeps, overrides: Partial<NewAnnouncement> = {}): Promise<number> {
  const published = new Date(deps.now().getTime() - 60_000).toISOString()
  const [id] = await addAnnouncements(deps.db.pool, [
    {
      title: 'New partner',
      content: '<p>Welcome.</p>',
      image_key: 'public/announcements/new-partner.svg',
      image_placeholder: 'data:image/svg+xml,cover',
      published_at: published,
      created_at: published,
      ...overrides,
    },
  ])
  deps.responseCache.clear()
  return requireRow(id)
}

/** Adds a deal, by default of a new merchant and running for years. */
export async function createDeal(deps: TestDeps, overrides: Partial<NewDeal> = {}): Promise<number> {
  const [id] = await insertDeals(deps.db.pool, [
    {
      title: 'Half price',
      description: 'Before noon.',
      image_key: 'public/deals/half-price.svg',
      image_placeholder: 'data:image/svg+xml,cover',
      start_date: '2020-01-01',
      end_date: '2099-12-31',
      ...overrides,
      merchant_id: overrides.merchant_id ?? (await createMerchant(deps)).id,
    },
  ])
  deps.responseCache.clear()
  return requireRow(id)
}

function requireRow<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('No row was added')
  return row
}
