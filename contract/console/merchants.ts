import * as z from 'zod/mini'
import { texts } from '#texts'
import { CREATED, endpoint } from '../endpoint.ts'
import {
  anyId,
  anyOf,
  atMost,
  byId,
  changed,
  dataOf,
  flag,
  listOf,
  page,
  recordId,
  text,
  typedName,
  wholeNumber,
} from '../fields.ts'
import {
  ADDRESS_MAX,
  CONTACT_MAX,
  FURTHER_NAMES_MAX,
  NAME_MAX,
  PEOPLE_MAX,
  RECEIPTS_PER_DAY_MAX,
  SLUG_MAX,
} from '../limits.ts'
import { category, merchantDetails, merchantDetailsInput, search } from '../merchants.ts'
import { isEmailAddress } from '../values/emails.ts'
import { isSlug } from '../values/slugs.ts'
import { parseAmount } from '../values/typedAmounts.ts'
import { plainEmail, plainPhone } from '../values/typedText.ts'
import { pictureKey } from './pictures.ts'

const listedMerchant = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  category,
  logo_url: z.nullable(z.string()),
  is_active: z.boolean(),
  running_deals: z.number(),
})
export type ListedMerchant = z.infer<typeof listedMerchant>

const adminMerchant = z.extend(z.omit(listedMerchant, { running_deals: true }), {
  /** Names that its receipts may print in place of its own: a legal or former name, or that of a branch. */
  further_names: z.array(z.string()),
  page_url: z.string(),
  address: z.string(),
  contact_number: z.string(),
  logo_key: z.nullable(z.string()),
  /** Decimal text; null: no rule. */
  minimum_spend: z.nullable(z.string()),
  receipts_per_day: z.nullable(z.number()),
  ...merchantDetails.shape,
  description_ms: z.nullable(z.string()),
  opening_hours_ms: z.nullable(z.string()),
  /** Email addresses of the merchant's own people, whose receipts there get a signal. */
  people: z.array(z.string()),
  version: z.number(),
})
export type AdminMerchant = z.infer<typeof adminMerchant>

const slug = z
  .string({ error: () => texts.slugRequired })
  .check(
    z.trim(),
    z.minLength(1, { error: () => texts.slugRequired, abort: true }),
    atMost(SLUG_MAX),
    z.refine(isSlug, { error: () => texts.invalidSlug }),
  )

/** Decimal text, parsed to integer sen; empty: no rule. */
const minimumSpend = z.pipe(
  z.string({ error: () => texts.invalidAmount }).check(
    z.trim(),
    z.refine((given) => given === '' || (parseAmount(given) ?? 0) > 0, { error: () => texts.invalidAmount }),
  ),
  z.transform((given: string) => parseAmount(given) ?? null),
)

const perDayError = () => texts.invalidPerDay(RECEIPTS_PER_DAY_MAX)
const receiptsPerDay = z.pipe(
  z.union([z.literal(''), wholeNumber(1, RECEIPTS_PER_DAY_MAX, perDayError)], { error: perDayError }),
  z.transform((given: '' | number) => given || null),
)

const emailAddress = z
  .string({ error: () => texts.invalidEmail })
  .check(
    z.overwrite<string>(plainEmail),
    z.refine(isEmailAddress, { error: ({ input }) => texts.noEmailAddress(String(input)) }),
  )

const facts = {
  name: typedName,
  further_names: z.optional(
    z
      .array(
        text(NAME_MAX, () => texts.nameRequired),
        { error: () => texts.invalidText },
      )
      .check(z.maxLength(FURTHER_NAMES_MAX, { error: () => texts.tooManyNames(FURTHER_NAMES_MAX) })),
  ),
  slug,
  category_id: recordId(() => texts.categoryRequired),
  address: text(ADDRESS_MAX, () => texts.addressRequired),
  contact_number: z.string({ error: () => texts.invalidText }).check(
    z.overwrite<string>(plainPhone),
    atMost(CONTACT_MAX),
    z.refine((given) => given === '' || isPhoneNumber(given), { error: () => texts.invalidPhone }),
  ),
  ...merchantDetailsInput,
  logo_key: pictureKey,
  is_active: flag,
  minimum_spend: minimumSpend,
  receipts_per_day: receiptsPerDay,
  people: z
    .array(emailAddress, { error: () => texts.invalidEmail })
    .check(z.maxLength(PEOPLE_MAX, { error: () => texts.tooManyAddresses(PEOPLE_MAX) })),
}

const filters = z.object({ page, search, category_id: anyId, state: anyOf(['active', 'inactive']) })
/** By name, active or not. 404, 409 if `version` is outdated, 422. */
export const list = endpoint('GET /console/merchants', 'manager', filters, listOf(listedMerchant))
export const show = endpoint('GET /console/merchants/:id', 'manager', byId, dataOf(adminMerchant))
export const create = endpoint('POST /console/merchants', 'manager', z.object(facts), dataOf(adminMerchant), CREATED)
export const change = endpoint('PUT /console/merchants/:id', 'manager', changed(facts), dataOf(adminMerchant))

const merchantUsage = z.object({
  waiting: z.number(),
  deals: z.array(z.object({ id: z.number(), title: z.string() })),
})
export type MerchantUsage = z.infer<typeof merchantUsage>

/** What depends on a merchant. 404. */
export const usage = endpoint('GET /console/merchants/:id/usage', 'manager', byId, dataOf(merchantUsage))

const SIGNS = /^\+?[\d\s()-]+$/
/** Malaysian: a fixed or mobile number, or a nationwide one such as 1-300-88-2525; else international with +. */
const DIGITS = /^(?:0\d{8,10}|1[3578]00\d{6}|\+[1-9]\d{7,14})$/

/** True for a telephone number as people write it: digits with spaces, hyphens, brackets and a leading plus. */
export const isPhoneNumber = (given: string): boolean => SIGNS.test(given) && DIGITS.test(given.replace(/[^\d+]/g, ''))
