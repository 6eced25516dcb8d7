import type { BrowserContext, Page } from '@playwright/test'
import { sanitizeHtml } from '../../../server/domains/announcements/announcements.service.ts'
import { full } from '../../stress/profile.ts'
import { seededRandom } from '../../stress/support/seeded-random.ts'
import { payloads } from './payloads.ts'

const FIELD_PAYLOADS = full ? payloads.length : 8

/** Values that a page needs unchanged: numbers, days, URLs, names of states. */
const needed = /^$|^-?\d[\d.]*$|^\d{4}-\d\d-\d\d|^(\/|https?:|data:|blob:)|^[a-z][a-z_.0-9]*$/
const keys = new Set(['token', 'slug', 'logo_key', 'image_key', 'request_id'])
const digits = new Set(['invoice_no', 'number'])

/**
 * Puts payloads into every text of later API responses. Each contains the name of its field. HTML passes the server's
 * sanitizer, as it does when it is saved.
 */
export async function injectPayloads(context: BrowserContext, given = payloads) {
  const order = seededRandom('poison').shuffle(given.map(({ text }) => text))
  const injected = { texts: 0, underWay: 0 }
  const payloadFor = () => {
    const from = (injected.texts * FIELD_PAYLOADS) % order.length
    injected.texts += 1
    return [...order, ...order].slice(from, from + FIELD_PAYLOADS).join(' ')
  }
  const injectText = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map((one) => injectText(one, key))
    if (value && typeof value === 'object')
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, injectText(inner, nameIn(value, name))]),
      )
    if (typeof value !== 'string' || keys.has(key) || (needed.test(value) && !digits.has(key))) return value
    const text = `«${key}» ${value} ${payloadFor()}`
    return key === 'content' || key === 'content_ms' ? sanitizeHtml(text) : text
  }
  await context.route('**/api/**', async (route) => {
    injected.underWay += 1
    try {
      const response = await route.fetch()
      const isJson = response.headers()['content-type']?.includes('json')
      await route.fulfill(isJson ? { response, json: injectText(await response.json()) } : { response })
    } catch {
      // The page has moved on and no longer needs this response.
      await route.abort().catch(() => undefined)
    } finally {
      injected.underWay -= 1
    }
  })
  return injected
}

/** The values of the audit log belong to the field beside them. */
function nameIn(holder: object, name: string): string {
  const field = Reflect.get(holder, 'field')
  return /^(before|after)$/.test(name) && typeof field === 'string' ? field : name
}

/** The names of the fields whose payload is on the page, in text, in form fields and in labels for screen readers. */
export function shownFields(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const written = [...document.querySelectorAll('*')].flatMap((one) => [
      ...one.getAttributeNames().map((name) => one.getAttribute(name) ?? ''),
      one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement ? one.value : '',
    ])
    const all = [document.title, document.body.textContent, ...written].join('\n')
    return [...new Set([...all.matchAll(/«(\w+)»/g)].map(([, name = '']) => name))]
  })
}

/** An injected fault: the page renders text as HTML. */
export function renderTextAsHtml() {
  const text = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')
  if (!text?.set) return
  const write = text.set
  Object.defineProperty(Node.prototype, 'textContent', {
    ...text,
    set(this: Node, words: string) {
      if (this instanceof HTMLElement && !this.isConnected && `${words}`.includes('<')) this.innerHTML = words
      else write.call(this, words)
    },
  })
}
