import { type BrowserContext, expect, type Page } from '@playwright/test'
import { setLanguage } from '@stampus/contract/accounts'
import { LANGUAGE_COOKIE, type Language } from '@stampus/contract/values/languages'
import { logIn } from '../journeys/support/web.ts'
import { bearerHeader, callApi } from '../support/browser/api.ts'
import {
  aisyah,
  manager,
  newPerson,
  type Person,
  registerMember,
  registerUnverifiedMember,
  reviewer,
} from '../support/browser/people.ts'
import type { ServerUnderTest } from '../support/browser/server-under-test.ts'
import type { Answer } from './answers.ts'
import type { Words } from './words.ts'

/** One screen in one state: who opens which URL, what the server answers, what the user does there. */
export type Screen = {
  /** `<screen>.<state>`, as its pictures are named. */
  name: string
  path: string
  /** A guest by default. */
  who?: Visitor
  /** By call, such as `GET submissions*` (under `/api`). */
  answers?: Record<string, Answer>
  /** `words` are the texts of the app in the language of the picture. */
  steps?: (page: Page, words: Words) => Promise<unknown>
  /** The page is still loading in this state. */
  waits?: boolean
  /** Something covers the page, so the picture shows the window instead of the whole page. */
  covered?: boolean
}

type Entry = (page: Page, server: ServerUnderTest) => Promise<unknown>

const entries = {
  guest: async () => undefined,
  /** A history with every status. */
  member: (page) => logIn(page, aisyah),
  /** Nothing sent yet. */
  newcomer: (page, server) => logInAs(page, server, 'Nurul Izzah'),
  /** A member who sends a receipt in this run. */
  sender: (page, server) => logInAs(page, server, 'Nurul Izzah'),
  /** A member whose profile this run changes. */
  changing: (page, server) => logInAs(page, server, 'Zoë Fernandez'),
  longNamed: (page, server) => logInAs(page, server, longName),
  unverified: async (page, server) => logIn(page, await registerUnverifiedMember(server, named('Nurul Izzah'))),
  reviewer: (page) => openConsole(page, reviewer),
  manager: (page) => openConsole(page, manager),
} satisfies Record<string, Entry>

type Visitor = keyof typeof entries

/** Their visits leave something behind that the next picture would show. */
const onceOnly: Visitor[] = ['sender', 'changing']
const longName = 'Tengku Puteri Nur Alia Batrisyia binti Tengku Mohd Faridzuan'
const named = (name: string): Person => ({ ...newPerson(), name })

type State = Exclude<Parameters<BrowserContext['setStorageState']>[0], string>
const entered = new Map<Visitor, State>()
const nothing = { cookies: [], origins: [] }

/** Logs this visitor in on the page's browser and chooses the language; most visitors log in once per worker. */
export async function enter(page: Page, server: ServerUnderTest, who: Visitor, language: Language) {
  const context = page.context()
  const state = entered.get(who)
  await context.setStorageState(state ?? nothing)
  if (!state) {
    await (entries[who] satisfies Entry)(page, server)
    if (!onceOnly.includes(who)) entered.set(who, await context.storageState())
    await page.goto('about:blank')
  }
  await context.addCookies([{ name: LANGUAGE_COOKIE, value: language, url: server.url }])
  const { origins } = await context.storageState()
  const token = origins.flatMap(({ localStorage }) => localStorage).find(({ name }) => name === 'token')?.value
  if (token) await callApi(server, setLanguage, { language }, bearerHeader(token))
}

async function logInAs(page: Page, server: ServerUnderTest, name: string) {
  await logIn(page, await registerMember(server, named(name)))
}

async function openConsole(page: Page, { email, password }: Person) {
  await page.goto('/console/')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Review desk' })).toBeVisible()
}
