import type { Request, Route } from '@playwright/test'
import en from '@stampus/contract/texts/en.json' with { type: 'json' }
import ms from '@stampus/contract/texts/ms.json' with { type: 'json' }
import { LANGUAGE_HEADER } from '@stampus/contract/values/languages'

/** Replaces the server's response. */
export type Answer = (route: Route) => Promise<void> | void
/** By call, such as `GET submissions*` (under `/api`). */
export type Answers = Record<string, Answer>

export const failing: Answer = (route) => route.fulfill({ status: 500, json: { message: '' } })
/** No response, ever. */
export const unanswered = Object.assign((route: Route) => void unanswered.requests.add(route.request()), {
  requests: new WeakSet<Request>(),
})
export const lost: Answer = (route) => route.abort()

export function answering(data: unknown): Answer {
  return (route) => route.fulfill({ json: { message: '', data, meta: { current_page: 1, has_more: false } } })
}

type ServerText = keyof typeof en

/** A rejection with a text of the server in the page's language, about a field where one is given. */
export function rejecting(status: number, text: ServerText, field?: string): Answer {
  return (route) => {
    const message = (route.request().headers()[LANGUAGE_HEADER] === 'ms' ? ms : en)[text]
    return route.fulfill({ status, json: { message, ...(field && { errors: { [field]: [message] } }) } })
  }
}

/** The server's own response with some fields of its object replaced. */
export const having = (fields: object) => altered(({ data, ...rest }) => ({ ...rest, data: { ...data, ...fields } }))

type Body = { data?: object; meta?: object }
/** The server's own response, changed, if it is JSON. */
function altered(alter: (body: Body) => unknown): Answer {
  return async (route) => {
    const response = await route.fetch()
    const isJson = response.headers()['content-type']?.includes('json')
    await route.fulfill(isJson ? { response, json: alter(await response.json()) } : { response })
  }
}

const place = 'Koperasi Warga Universiti Antarabangsa (Cawangan Timur) Bhd.'
const person = 'Tengku Puteri Nur Alia Batrisyia binti Tengku Mohd Faridzuan'
const words = 'Nomborinvoisyangdicetakpadaresittidaksamadengannomboryangditaip '.repeat(4).trim()
const title = 'Pengumumanpentingbersempenaperayaankonvokesyen: every counter of the library closes early'
const email = 'tengku.puteri.nur.alia.batrisyia.binti.tengku.mohd.faridzuan@student.campus.edu.my'
/** Texts by the names of their fields; `name` is a merchant's where there is an address, else a person's. */
const long = new Map<string, string>([
  ...Object.entries({ title, title_ms: title, email, merchant: place, address: `${place}, 43600 Bangi` }),
  ...['name', 'member', 'cashier', 'subject_name', 'owner'].map((name) => [name, person] as const),
  ...['reason', 'rejection_reason', 'admin_notes', 'message', 'text'].map((name) => [name, words] as const),
])

function lengthened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lengthened)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, part]) => {
    if (typeof part !== 'string') return [key, lengthened(part)]
    const kind = key === 'name' && 'address' in value ? 'merchant' : key
    // A link is no address of a place.
    return [key, /^\w+:/.test(part) ? part : (long.get(kind) ?? part)]
  })
  return Object.fromEntries(entries)
}

/** The lists of an answer: itself, or parts of its object. */
const listsOf = ({ data = {} }: Body) =>
  Object.entries(Array.isArray(data) ? { data } : data).filter(([, part]) => Array.isArray(part))
export const hasRows = (body: Body) => listsOf(body).some(([, list]) => list.length > 0)

function emptied(body: Body) {
  const none = Object.fromEntries(listsOf(body).map(([name]) => [name, []]))
  return Array.isArray(body.data)
    ? { ...body, ...none, meta: { ...body.meta, has_more: false } }
    : { ...body, data: { ...body.data, ...none } }
}

/** The states of every page that asks the server for something; `empty` only if that was a list. */
export const made = { long: altered(lengthened), empty: altered(emptied), failing, loading: unanswered }
