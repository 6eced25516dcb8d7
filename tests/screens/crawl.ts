import { expect, type Request } from '@playwright/test'
import type { Language } from '@stampus/contract/values/languages'
import { type Answer, hasRows, made } from './answers.ts'
import { appStates } from './app-states.ts'
import { settle, test, type Visit } from './browser.ts'
import { capture, waitForContent } from './capture.ts'
import { consoleStates } from './console-states.ts'
import { counterStates } from './counter-states.ts'
import { readOptions } from './options.ts'
import { routes } from './routes.ts'
import { find, withQuery } from './state.ts'
import { wordsOf } from './steps.ts'

const { languages, words: wanted } = readOptions()
const states = Object.entries({ ...appStates, ...consoleStates, ...counterStates }).map(find)
const isWanted = (name: string) => wanted.length === 0 || wanted.some((word) => name.includes(word))
const isSpoken = (path: string, language: Language) => language === 'en' || !path.startsWith('/console')

/** An owner of one shop comes to its page instead of the list; a link to a receipt at the desk, to the desk. */
const leadOn = ['counter-owner', 'console-open-at-desk']
/** Without these no page opens. */
const ofFrame = /^(user(\/language)?|(console|counter\/owner)\/session|counter\/phone)$/
/** Calls for the numbers in the console's menu and the options of its fields: only one page each is about them. */
const ofMenu = /^console\/(appeals|confirmations\/count|settlement-questions|cases\?state=waiting)/
const ofFields = /^console\/(categories|rejection-reasons|\w+-choices)/

for (const language of languages) {
  for (const { name, path, visitors } of routes)
    if (isSpoken(path, language) && ['full', 'guest', ...Object.keys(made)].some((one) => isWanted(`${name}.${one}`)))
      test(`${name} ${language}`, async ({ open }, testInfo) => {
        const taken: string[] = []
        const take = async (visit: Visit, state: string) => {
          taken.push(state)
          if (isWanted(`${name}.${state}`)) await capture(visit, `${name}.${state}.${language}`, testInfo)
        }
        for (const who of visitors) {
          const isFirst = taken.length === 0
          const visit = await open({ path: isFirst ? withQuery(path) : path, who }, language)
          // A guest who has to log in first, or a member on the page where guests do.
          if (new URL(visit.page.url()).pathname !== new URL(path, visit.page.url()).pathname) continue
          const text = await shownText(visit)
          await take(visit, isFirst ? 'full' : who)
          for (const [state, answer] of isFirst ? await statesAfter(visit) : []) {
            const ofPage: Answer = (route) => (isOwn(route.request(), path) ? answer(route) : route.fallback())
            const answers = { 'GET **': state === 'long' ? answer : ofPage }
            const changed = await open({ path: withQuery(path), who, answers }, language)
            if (/failing|loading/.test(state) || (await shownText(changed)) !== text) await take(changed, state)
          }
        }
        if (!leadOn.includes(name)) expect(taken, 'one of the visitors can open this page').not.toEqual([])
      })

  for (const { name, steps, ...given } of states)
    if (isSpoken(given.path, language) && isWanted(name))
      test(`${name} ${language}`, async ({ open }, testInfo) => {
        const visit = await open(given, language)
        for (const step of steps) {
          await step(visit.page, wordsOf(given.path, language))
          await settle(visit)
        }
        await capture(visit, `${name}.${language}`, testInfo)
      })
}

/** The text of a page without what its selects offer: long texts and empty lists that do not change it are no state. */
async function shownText({ page }: Visit) {
  await waitForContent(page)
  return page.locator('main').evaluate((main) => {
    const copy = main.cloneNode(true) as Element
    for (const field of copy.querySelectorAll('select, datalist')) field.remove()
    return copy.textContent
  })
}

/** Whether a page asks for its own content. */
function isOwn(request: Request, page: string) {
  const [, call] = request.url().split('/api/')
  if (request.method() !== 'GET' || call === undefined || ofFrame.test(call)) return false
  return !(ofMenu.test(call) || ofFields.test(call)) || (page !== '/console/' && call.startsWith(page.slice(1)))
}

/** The states of a page: none if it asked for nothing. */
async function statesAfter({ answers, path }: Visit) {
  const own = answers.filter((answer) => isOwn(answer.request(), path.replace('?', '')))
  const missing = own.filter((answer) => answer.status() === 404).map((answer) => answer.url())
  expect(missing, 'routes.ts needs an example of this page that the demo has').toEqual([])
  const listed = await Promise.all(own.map((answer) => answer.json().then(hasRows, () => false)))
  return Object.entries(made).filter(([state]) => own.length > 0 && (state !== 'empty' || listed.includes(true)))
}
