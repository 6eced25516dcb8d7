import { type CDPSession, expect, type Page, type Request, type Response } from '@playwright/test'
import type { Language } from '@stampus/contract/values/languages'
import { test as journey, provideDemoServer } from '../journeys/support/fixtures.ts'
import { type Answers, unanswered } from './answers.ts'
import { readOptions, type Width } from './options.ts'
import { enter, type Visitor } from './visitors.ts'

/** Stalls have cheaper phones than members. */
const SMALL_PHONE = { width: 360, height: 640 }
const sizes = { 390: { width: 390, height: 844 }, 1280: { width: 1280, height: 800 } }

/** An opened page with its requests that no answer has come to, its answers, and the session that gives it a pointer. */
export type Visit = { page: Page; path: string; pending: Set<Request>; answers: Response[]; device: CDPSession }
type Open = (given: { path: string; who: Visitor; answers?: Answers }, language: Language) => Promise<Visit>

export const test = journey.extend<{ open: Open }>({
  server: [provideDemoServer, { scope: 'worker', timeout: 240_000 }],
  // Answers of the server and lost connections that a state shows.
  expectedErrors: /^Failed to load resource|net::ERR_/,
  open: async ({ context, server }, use) =>
    use(async ({ path, who, answers = {} }, language) => {
      for (const page of context.pages()) {
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        await page.close()
      }
      await enter(context, server, who, language)
      const visit = await createVisit(await context.newPage(), path, answers)
      await visit.page.goto(path)
      await settle(visit)
      return visit
    }),
})

async function createVisit(page: Page, path: string, replaced: Answers): Promise<Visit> {
  const [pending, answers] = [new Set<Request>(), [] as Response[]]
  page.on('request', (request) => void pending.add(request))
  page.on('requestfinished', (request) => void pending.delete(request))
  page.on('requestfailed', (request) => void pending.delete(request))
  page.on('response', (answer) => void answers.push(answer))
  await page.addInitScript(keepNotifications)
  for (const [call, answer] of Object.entries(replaced)) {
    const [method, address = ''] = call.split(' ')
    await page.route(address.startsWith('/') ? `**${address}` : `**/api/${address}`, (route) =>
      route.request().method() === method ? answer(route) : route.fallback(),
    )
  }
  const visit = { page, path, pending, answers, device: await page.context().newCDPSession(page) }
  await setWidth(visit, readOptions().widths[0] ?? 390)
  return visit
}

/** Notifications stay until all pictures are taken. Runs in the page. */
function keepNotifications() {
  const later = window.setTimeout
  const keep = (work: () => void, ms = 0, ...given: []) => later(work, ms < 4000 ? ms : 2 ** 31 - 1, ...given)
  Object.assign(window, { setTimeout: keep })
}

/** Makes the page that of a phone with a finger, or of a computer with a mouse. */
export async function setWidth({ page, path, device }: Visit, width: Width) {
  await device.send('Emulation.setTouchEmulationEnabled', { enabled: width === 390, maxTouchPoints: 1 })
  await page.setViewportSize(path.startsWith('/counter') && width === 390 ? SMALL_PHONE : sizes[width])
}

const waitForIdleFrame = () =>
  new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done, { timeout: 2000 })))

/** Waits until nothing is on its way any more, but for what is never answered, and the page has nothing to do. */
export async function settle({ page, pending }: Visit) {
  await expect(async () => {
    for (let frames = 0; frames < 5; frames += 1) {
      await page.evaluate(waitForIdleFrame)
      expect([...pending].filter((request) => !unanswered.requests.has(request))).toEqual([])
    }
  }).toPass({ intervals: [50], timeout: 20_000 })
}
