import { randomUUID } from 'node:crypto'
import type { Category } from '@stampus/contract/merchants'
import type { Deps } from '../../../server/deps.ts'
import { addAnnouncements } from '../../../server/domains/announcements/announcements.service.ts'
import type { NewAnnouncement } from '../../../server/domains/announcements/announcements.store.ts'
import { insertDeals, type NewDeal } from '../../../server/domains/deals/deals.store.ts'
import { ensureCategories } from '../../../server/domains/merchants/categories.store.ts'
import { insertMerchants, type NewMerchant } from '../../../server/domains/merchants/merchants.store.ts'

type Making = Pick<Deps, 'db' | 'now' | 'responseCache'>

/** A category with a name of its own. */
export async function aCategory({ db, responseCache }: Making, name = `Category ${randomUUID()}`): Promise<Category> {
  const [category] = await ensureCategories(db.pool, [name])
  responseCache.clear()
  return made(category)
}

/** An active merchant in a category of its own, unless told otherwise. */
export async function aMerchant(deps: Making, given: Partial<NewMerchant> = {}): Promise<NewMerchant & { id: number }> {
  const slug = `kopi-kita-${randomUUID()}`
  const merchant = {
    name: 'Kopi Kita',
    slug,
    address: '1, Jalan Kampus',
    contact_number: '03-5550 0001',
    logo_key: `public/merchants/${slug}.svg`,
    logo_placeholder: 'data:image/svg+xml,logo',
    is_active: true,
    ...given,
    category_id: given.category_id ?? (await aCategory(deps)).id,
  }
  const [added] = await insertMerchants(deps.db.pool, [merchant])
  deps.responseCache.clear()
  return { ...merchant, id: made(added).id }
}

/** An announcement published a minute ago, unless told otherwise. */
export async function anAnnouncement(deps: Making, given: Partial<NewAnnouncement> = {}): Promise<number> {
  const published = new Date(deps.now().getTime() - 60_000).toISOString()
  const [id] = await addAnnouncements(deps.db.pool, [
    {
      title: 'New partner',
      content: '<p>Welcome.</p>',
      image_key: 'public/announcements/new-partner.svg',
      image_placeholder: 'data:image/svg+xml,cover',
      published_at: published,
      created_at: published,
      ...given,
    },
  ])
  deps.responseCache.clear()
  return made(id)
}

/** A deal that runs for years, of a merchant of its own, unless told otherwise. */
export async function aDeal(deps: Making, given: Partial<NewDeal> = {}): Promise<number> {
  const [id] = await insertDeals(deps.db.pool, [
    {
      title: 'Half price',
      description: 'Before noon.',
      image_key: 'public/deals/half-price.svg',
      image_placeholder: 'data:image/svg+xml,cover',
      start_date: '2020-01-01',
      end_date: '2099-12-31',
      ...given,
      merchant_id: given.merchant_id ?? (await aMerchant(deps)).id,
    },
  ])
  deps.responseCache.clear()
  return made(id)
}

function made<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('Nothing was added')
  return row
}
