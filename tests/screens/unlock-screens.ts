import { expect } from '@playwright/test'
import { logIn, press } from './account-screens.ts'
import { answering, rejecting } from './answers.ts'
import type { Screen } from './screen.ts'

const link = '?id=1&hash=abc&expires=4000000000&signature=forged'
const tooMany = rejecting(429, 'tooManyRequests')

/** The login of a browser with too many failed attempts, and the page of the mailed link. */
export const unlockScreens: Screen[] = [
  {
    name: 'login.locked',
    path: '/login',
    answers: { 'POST login': tooMany },
    steps: logIn,
  },
  {
    name: 'login.unlock-sent',
    path: '/login',
    answers: { 'POST login': tooMany, 'POST browser/unlock-link': answering(200, {}) },
    steps: async (page, words) => {
      await logIn(page, words)
      await press('unlockAsk')(page, words)
      await expect(page.getByRole('main').getByRole('status')).not.toBeEmpty()
    },
  },
  { name: 'unlock.question', path: `/browser/unlock${link}` },
  { name: 'unlock.bad-link', path: `/browser/unlock${link}`, steps: press('unlockSubmit') },
  {
    name: 'unlock.other-browser',
    path: `/browser/unlock${link}`,
    answers: { 'POST browser/unlock': answering(403, {}) },
    steps: press('unlockSubmit'),
  },
  {
    name: 'unlock.done',
    path: `/browser/unlock${link}`,
    answers: { 'POST browser/unlock': answering(200, {}) },
    steps: press('unlockSubmit'),
  },
]
