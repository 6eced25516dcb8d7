import { expect } from '@playwright/test'
import { logIn, press } from './account-screens.ts'
import { answering } from './answers.ts'
import type { Screen } from './screen.ts'

const link = '?id=1&hash=abc&expires=4000000000&signature=forged'
const tooMany = answering(429, { message: 'Too many attempts. Please wait a moment and try again.' })

/** The login of a browser with too many failed attempts, and the page of the mailed link. */
export const unlockScreens: Screen[] = [
  {
    name: 'login.locked',
    path: '/login',
    answers: { 'POST login': tooMany },
    steps: (page) => logIn(page),
  },
  {
    name: 'login.unlock-sent',
    path: '/login',
    answers: { 'POST login': tooMany, 'POST browser/unlock-link': answering(200, {}) },
    steps: async (page) => {
      await logIn(page)
      await press('Email me a link')(page)
      await expect(page.getByText('a link is on its way')).toBeVisible()
    },
  },
  { name: 'unlock.question', path: `/browser/unlock${link}` },
  { name: 'unlock.bad-link', path: `/browser/unlock${link}`, steps: press('Unlock') },
  {
    name: 'unlock.other-browser',
    path: `/browser/unlock${link}`,
    answers: { 'POST browser/unlock': answering(403, {}) },
    steps: press('Unlock'),
  },
  {
    name: 'unlock.done',
    path: `/browser/unlock${link}`,
    answers: { 'POST browser/unlock': answering(200, {}) },
    steps: press('Unlock'),
  },
]
