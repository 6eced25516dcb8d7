import { type BrowserContext, expect, type Page } from '@playwright/test'
import { setLanguage } from '@stampus/contract/accounts'
import { LANGUAGE_COOKIE, type Language } from '@stampus/contract/values/languages'
import { demoCashier, demoOwner } from '../../demo/content.ts'
import { openConsoleAs } from '../journeys/support/desk.ts'
import { openAs } from '../journeys/support/web.ts'
import { bearerHeader, callApi } from '../support/browser/api.ts'
import * as people from '../support/browser/people.ts'
import type { ServerUnderTest } from '../support/browser/server-under-test.ts'

type Entry = (page: Page, server: ServerUnderTest) => Promise<unknown>
const nurul = () => ({ ...people.newPerson(), name: 'Nurul Izzah' })

/** How each visitor gets a session, which the server makes. */
const entries = {
  guest: async () => undefined,
  member: (page) => openAs(page, people.aisyah),
  newcomer: async (page, server) => openAs(page, await people.registerMember(server, nurul())),
  unverified: async (page, server) => openAs(page, await people.registerUnverifiedMember(server, nurul())),
  reviewer: (page) => openConsoleAs(page, people.reviewer),
  manager: (page) => openConsoleAs(page, people.manager),
  counter: openCounter,
} satisfies Record<string, Entry>

export type Visitor = keyof typeof entries
type State = Exclude<Parameters<BrowserContext['setStorageState']>[0], string>
const entered = new Map<Visitor, State>()

/** Gives a browser the session of a visitor, who enters once per worker, and the language. */
export async function enter(context: BrowserContext, server: ServerUnderTest, who: Visitor, language: Language) {
  await context.setStorageState(entered.get(who) ?? { cookies: [], origins: [] })
  if (!entered.has(who)) {
    const page = await context.newPage()
    await (entries[who] satisfies Entry)(page, server)
    await page.close()
  }
  const state = await context.storageState()
  entered.set(who, state)
  await context.addCookies([{ name: LANGUAGE_COOKIE, value: language, url: server.url }])
  const token = state.origins.flatMap(({ localStorage }) => localStorage).find(({ name }) => name === 'token')?.value
  if (token) await callApi(server, setLanguage, { language }, bearerHeader(token))
}

/** The owner of a shop with their own phone, on which the cashier works. */
async function openCounter(page: Page, { url }: ServerUnderTest) {
  const send = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/counter/${path}`, { data, headers: { Origin: url } })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()}`)
    return (await answer.json()).data
  }
  const { merchants } = await send('owner/session', { email: demoOwner.email, password: demoOwner.password })
  const { token } = await send(`owner/merchants/${merchants[0].id}/enrolments`, {})
  const { cashiers } = await send('phone', { token, name: 'Till 1' })
  await send('phone/cashier', { cashier_id: cashiers[0].id, pin: demoCashier.pin })
  await page.goto('/counter/')
  await expect(page.getByRole('button', { name: demoCashier.name })).toBeVisible()
}
