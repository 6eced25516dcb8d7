import { locale } from './en.json'

/** The sentences of home, login and the frame of every page. The others come with the pages that need them. */

export const notificationClose = (title: string) => `Close: ${title}`
export const offlineAsOf = (time: string) => `You’re offline. Shown as of ${time}.`
export const stampCardUnit = (balance: number) => (Math.abs(balance) === 1 ? 'stamp' : 'stamps')
export const stampCardPlaces = (filled: number, places: number) => `${filled} of ${places}`
export const stampsPending = (stamps: number) => `${stamps.toLocaleString(locale)} pending`
export const stampCardNumber = (card: number, cards: number) =>
  `Card ${card.toLocaleString(locale)} of ${cards.toLocaleString(locale)}`
export const stampName = (place: number, merchant?: string) =>
  merchant === undefined ? `Stamp ${place}` : `Stamp ${place}: ${merchant}`
export const stampsLanded = (stamps: number) =>
  stamps === 1 ? '1 new stamp' : `${stamps.toLocaleString(locale)} new stamps`
export const dealUntil = (day: string) => `Until ${day}`
export const dealDaysLeft = (days: number) => ['Ends today', 'Ends tomorrow'][days] ?? `${days} days left`
export const rewardDesk = (product: string) => `${product} desk`
export const rewardLimited = (again?: string) => (again ? `Limit reached, again from ${again}` : 'Limit reached')
export const nextReward = (missing: number, reward: string) => `${rewardStamps(missing)} to ${reward}`
export const rewardsToClaim = (count: number) =>
  count === 1 ? 'You can claim 1 reward' : `You can claim ${count} rewards`
export const voucherIsReady = (reward: string) => `${reward} is ready`
export const vouchersAreReady = (count: string) => `${count} vouchers are ready`
export const rewardStamps = (count: number) => `${count.toLocaleString(locale)} ${count === 1 ? 'stamp' : 'stamps'}`
