import type { FrameName } from './frames.ts'
import type { ToneName } from './ink.ts'
import { foodMerchants } from './merchants-food.ts'
import { goodsMerchants } from './merchants-goods.ts'
import { townMerchants } from './merchants-town.ts'
import type { MotifName } from './motifs.ts'

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

/** An invented partner merchant. `mark` says how its logo is drawn. */
export type DemoMerchant = {
  slug: string
  name: string
  category: (typeof demoCategories)[number]
  address: string
  contactNumber: string
  active: boolean
  mark: { motif: MotifName; frame: FrameName; tone: ToneName }
}

export const demoMerchants: readonly DemoMerchant[] = [...foodMerchants, ...goodsMerchants, ...townMerchants]
