import { expect, type Page } from '@playwright/test'
import { logIn } from '../journeys/support/web.ts'
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

/** One screen in one state: who opens which URL, what the server answers, what the user does there. */
export type Screen = {
  /** `<screen>.<state>`, as its pictures are named. */
  name: string
  path: string
  /** A guest by default. */
  who?: Visitor
  /** By call, such as `GET submissions*` (under `/api`). */
  answers?: Record<string, Answer>
  steps?: (page: Page, server: ServerUnderTest) => Promise<unknown>
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
  newcomer: async (page, server) => logIn(page, await registerMember(server, named('Nurul Izzah'))),
  /** A member whose profile this run changes. */
  changing: async (page, server) => logIn(page, await registerMember(server, named('Zoë Fernandez'))),
  longNamed: async (page, server) => logIn(page, await registerMember(server, named(longName))),
  unverified: async (page, server) => logIn(page, await registerUnverifiedMember(server, named('Nurul Izzah'))),
  reviewer: (page) => openConsole(page, reviewer),
  manager: (page) => openConsole(page, manager),
} satisfies Record<string, Entry>

type Visitor = keyof typeof entries

const longName = 'Tengku Puteri Nur Alia Batrisyia binti Tengku Mohd Faridzuan'
const named = (name: string): Person => ({ ...newPerson(), name })

type State = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>
const entered = new Map<Visitor, State>()

/** Logs this visitor in on the page's browser; each visitor logs in once per worker. */
export async function enter(page: Page, server: ServerUnderTest, who: Visitor) {
  const state = entered.get(who)
  if (state) return page.context().setStorageState(state)
  await (entries[who] satisfies Entry)(page, server)
  entered.set(who, await page.context().storageState())
  await page.goto('about:blank')
}

async function openConsole(page: Page, { email, password }: Person) {
  await page.goto('/console/')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Review desk' })).toBeVisible()
}
