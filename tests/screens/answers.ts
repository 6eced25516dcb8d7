import type { Route } from '@playwright/test'
import * as en from '@stampus/contract/texts/en'
import * as ms from '@stampus/contract/texts/ms'
import { LANGUAGE_HEADER } from '@stampus/contract/values/languages'

/** Replaces the server's response. */
export type Answer = (route: Route) => Promise<void> | undefined

/** A server error. */
export const failing: Answer = (route) => route.fulfill({ status: 500, json: { message: '' } })

/** No response, ever. */
export const unanswered: Answer = () => undefined

/** The connection is lost. */
export const lost: Answer = (route) => route.abort()

/** An empty list. */
export const none: Answer = answering(200, { data: [], meta: { current_page: 1, last_page: 1, has_more: false } })

export const missing = rejecting(404, 'notFound')

export function answering(status: number, json: unknown): Answer {
  return (route) => route.fulfill({ status, json })
}

type ServerText = { [Name in keyof typeof en]: (typeof en)[Name] extends string ? Name : never }[keyof typeof en]

/** A rejection with a text of the server in the page's language, about a field where one is given, and further facts. */
export function rejecting(status: number, text: ServerText, field?: string, more: object = {}): Answer {
  return (route) => {
    const message = (route.request().headers()[LANGUAGE_HEADER] === 'ms' ? ms : en)[text]
    return route.fulfill({ status, json: { message, ...more, ...(field && { errors: { [field]: [message] } }) } })
  }
}

/** The server's own response, changed. */
function altered(alter: (value: unknown) => unknown): Answer {
  return async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: alter(await response.json()) })
  }
}

/** The server's own response with some very long texts. */
export const longWords: Answer = altered((value) => lengthened(value, longer))

/** The same, with very long names, too. */
export const longNames: Answer = altered((value) =>
  lengthened(value, { ...longer, name: longName, subject_name: longName }),
)

/** The server's own response with some fields of its object replaced. */
export function having(fields: Record<string, unknown>): Answer {
  return altered((value) => {
    const { data } = value as { data: object }
    return { data: { ...data, ...fields } }
  })
}

const longName = 'Koperasi Warga Universiti Antarabangsa (Cawangan Timur) Bhd.'
const longer: Record<string, string> = {
  title: 'Pengumumanpentingbersempenaperayaankonvokesyen: every counter of the library and both cafeterias close early',
  title_ms:
    'Pengumumanpentingbersempenaperayaankonvokesyen: semua kaunter perpustakaan dan kedua-dua kafeteria tutup awal',
  merchant: longName,
  address: 'Lot 3-12B, Aras Bawah, Kompleks Perniagaan Pelajar dan Kakitangan, Persiaran Universiti Timur, 43600 Bangi',
  reason: 'Nomborinvoisyangdicetakpadaresittidaksamadengannomboryangditaip '.repeat(4).trim(),
  rejection_reason: 'Nomborinvoisyangdicetakpadaresittidaksamadengannomboryangditaip '.repeat(4).trim(),
  admin_notes: 'Please send the receipt again with the whole slip in the picture. '.repeat(8).trim(),
  purchase_amount: '999999.99',
}

function lengthened(value: unknown, by: Record<string, string>): unknown {
  if (Array.isArray(value)) return value.map((part) => lengthened(part, by))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, part]) => {
    if (typeof part === 'string' && key in by) return [key, by[key]]
    return key === 'name' && 'address' in value ? [key, longName] : [key, lengthened(part, by)]
  })
  return Object.fromEntries(entries)
}
