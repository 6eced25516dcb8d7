import { foodMerchants } from './merchants-food.ts'
import { otherMerchants } from './merchants-other.ts'
import type { Tone } from './pictures.ts'

export const demoCategories = [
  'Food & Drink',
  'Cafés & Desserts',
  'Groceries',
  'Books & Stationery',
  'Print & Copy',
  'Health & Pharmacy',
  'Fashion & Sport',
  'Services & Transport',
] as const

type Category = (typeof demoCategories)[number]

/** An invented partner merchant; its logo is `pictures/merchants/SLUG.svg`. */
export type DemoMerchant = {
  slug: string
  name: string
  category: Category
  address: string
  contactNumber: string
  active: boolean
  /** The colours of its logo and of the covers of its deals. */
  tone: Tone
}

type MerchantEntry = Omit<DemoMerchant, 'category' | 'active'> & { active?: false }

const entries: Record<Category, readonly MerchantEntry[]> = { ...foodMerchants, ...otherMerchants }

/** In the order of the categories. */
export const demoMerchants: readonly DemoMerchant[] = demoCategories.flatMap((category) =>
  entries[category].map((entry) => ({ active: true, ...entry, category })),
)
