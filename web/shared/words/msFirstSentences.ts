import { locale } from './ms.json'

/** The Malay sentences of `enFirstSentences.ts`. */

export const notificationClose = (title: string) => `Tutup: ${title}`
export const offlineAsOf = (time: string) => `Anda di luar talian. Data setakat ${time}.`
export const stampCardUnit = () => 'cop'
export const stampCardPlaces = (filled: number, places: number) => `${filled} daripada ${places}`
export const stampsPending = (stamps: number) => `${stamps.toLocaleString(locale)} menunggu`
export const stampCardNumber = (card: number, cards: number) =>
  `Kad ${card.toLocaleString(locale)} daripada ${cards.toLocaleString(locale)}`
export const stampName = (place: number, merchant?: string) =>
  merchant === undefined ? `Cop ${place}` : `Cop ${place}: ${merchant}`
export const stampsLanded = (stamps: number) => `${stamps.toLocaleString(locale)} cop baharu`
export const dealUntil = (day: string) => `Hingga ${day}`
export const dealDaysLeft = (days: number) => ['Tamat hari ini', 'Tamat esok'][days] ?? `${days} hari lagi`
export const rewardDesk = (product: string) => `Meja ${product}`
export const rewardLimited = (again?: string) => (again ? `Had dicapai, semula mulai ${again}` : 'Had dicapai')
export const nextReward = (missing: number, reward: string) => `${rewardStamps(missing)} lagi untuk ${reward}`
export const rewardsToClaim = (count: number) => `Anda boleh menuntut ${count} ganjaran`
export const voucherIsReady = (reward: string) => `${reward} sedia`
export const vouchersAreReady = (count: string) => `${count} baucar sedia`
export const rewardStamps = (count: number) => `${count.toLocaleString(locale)} cop`
