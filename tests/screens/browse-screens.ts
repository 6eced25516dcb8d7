import { expect, type Page } from '@playwright/test'
import { answering, failing, having, longWords, missing, none, unanswered } from './answers.ts'
import type { Screen } from './screen.ts'
import type { Words } from './words.ts'

const noFacts = { opening_hours: null, opening_hours_ms: null, description: null, description_ms: null }
const unnamed = answering(200, { data: [] })

/** Merchants, deals, announcements and the legal pages. */
export const browseScreens: Screen[] = [
  ...listStates('merchants', '/app/merchants', 'GET merchants*', 'guest'),
  { name: 'merchants.yours', path: '/app/merchants', steps: keepFavourites },
  { name: 'merchants.search-empty', path: '/app/merchants?search=zzzz' },
  { name: 'merchant.full', path: '/app/merchants/1' },
  { name: 'merchant.member', path: '/app/merchants/1', who: 'newcomer' },
  {
    name: 'merchant.long',
    path: '/app/merchants/1',
    answers: { 'GET merchants/*': longWords, 'GET advertisements*': longWords },
  },
  {
    name: 'merchant.few-facts',
    path: '/app/merchants/1',
    answers: { 'GET merchants/*': having(noFacts) },
  },
  { name: 'merchant.no-deals', path: '/app/merchants/1', answers: { 'GET advertisements*': none } },
  { name: 'merchant.missing', path: '/app/merchants/999999' },
  { name: 'merchant.failing', path: '/app/merchants/1', answers: { 'GET merchants/*': failing } },
  { name: 'merchant.loading', path: '/app/merchants/1', answers: { 'GET merchants/*': unanswered }, waits: true },
  ...listStates('deals', '/app/deals', 'GET advertisements*', 'guest'),
  { name: 'deal.full', path: '/deals/1' },
  { name: 'deal.long', path: '/deals/1', answers: { 'GET advertisements*': longWords } },
  { name: 'deal.missing', path: '/deals/1', answers: { 'GET advertisements*': unnamed } },
  { name: 'deal.failing', path: '/deals/1', answers: { 'GET advertisements*': failing } },
  { name: 'deal.loading', path: '/deals/1', answers: { 'GET advertisements*': unanswered }, waits: true },
  ...listStates('announcements', '/app/announcements', 'GET announcements*', 'member'),
  { name: 'announcements.guest', path: '/app/announcements' },
  { name: 'announcement.full', path: '/app/announcements/1', who: 'member' },
  {
    name: 'announcement.long',
    path: '/app/announcements/1',
    who: 'member',
    answers: { 'GET announcements*': longWords },
  },
  {
    name: 'announcement.missing',
    path: '/app/announcements/1',
    who: 'member',
    answers: { 'GET announcements*': unnamed },
  },
  {
    name: 'announcement.failing',
    path: '/app/announcements/1',
    who: 'member',
    answers: { 'GET announcements*': failing },
  },
  {
    name: 'announcement.loading',
    path: '/app/announcements/1',
    who: 'member',
    answers: { 'GET announcements*': unanswered },
    waits: true,
  },
  { name: 'shop.full', path: '/merchants/boba-bukit' },
  { name: 'shop.long', path: '/merchants/boba-bukit', answers: { 'GET merchants/slug/*': longWords } },
  { name: 'shop.missing', path: '/merchants/no-such-shop', answers: { 'GET merchants/slug/*': missing } },
  { name: 'shop.failing', path: '/merchants/boba-bukit', answers: { 'GET merchants/slug/*': failing } },
  { name: 'shop.loading', path: '/merchants/boba-bukit', answers: { 'GET merchants/slug/*': unanswered }, waits: true },
  { name: 'terms.full', path: '/terms-and-conditions' },
  { name: 'privacy.full', path: '/privacy-policy' },
]

async function keepFavourites(page: Page, words: Words) {
  await page.evaluate(() => localStorage.setItem('favourite_merchants_0', '[1,2,3,5,8,30]'))
  await page.reload()
  await expect(page.getByRole('heading', { name: words.merchantsYours })).toBeVisible()
}

/** The states of every list. */
export function listStates(name: string, path: string, call: string, who: Screen['who'] & string): Screen[] {
  return [
    { name: `${name}.full`, path, who },
    { name: `${name}.empty`, path, who, answers: { [call]: none } },
    { name: `${name}.long`, path, who, answers: { [call]: longWords } },
    { name: `${name}.failing`, path, who, answers: { [call]: failing } },
    { name: `${name}.loading`, path, who, answers: { [call]: unanswered }, waits: true },
  ]
}
