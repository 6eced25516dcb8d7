import { locale } from './en.ts'

/**
 * Sentences with values, for pages other than the first. The bundler inlines constants where they are used, but not functions.
 * In a file of their own, these stay out of the first download.
 */

// --- app: the frame of every page ---

export const notificationClose = (title: string) => `Close: ${title}`
export const listShown = (count: number) => `${count} shown`
export const contactText = (email: string) => `A contact form is planned. Until then, write to ${email}.`

// --- home ---

export const homeReceiptSending = (percent: number) => `Your receipt is being sent: ${percent} %.`
export const homeReceiptRefused = (why: string) => `A receipt was not taken: ${why}`
export const stampCardUnit = (balance: number) => (Math.abs(balance) === 1 ? 'stamp' : 'stamps')
export const stampCardPlaces = (filled: number, places: number) => `${filled} of ${places}`
export const stampCardsBefore = (full: number) =>
  full === 1 ? '1 full card before this one.' : `${full.toLocaleString(locale)} full cards before this one.`
export const stampsLanded = (stamps: number) =>
  stamps === 1 ? '1 new stamp' : `${stamps.toLocaleString(locale)} new stamps`

// --- accounts ---

export const registerEmailExample = (domain = 'your college') => `you@${domain}`
export const registerEmailHint = (domains: string[]) =>
  `Your college email address: it ends in ${domains.map((domain) => `@${domain}`).join(' or ')}.`
export const verifyAgainInSeconds = (seconds: number) =>
  `You can ask for another in ${seconds === 1 ? 'one second' : `${seconds} seconds`}.`
export const verifyAgainInMinutes = (minutes: number) =>
  `You can ask for another in ${minutes === 1 ? 'one minute' : `${minutes} minutes`}.`
export const profileEmailHint = (inForce: string) =>
  `We send a link to this address. Until it is opened, ${inForce} stays in force.`
export const profileEmailPending = (inForce: string) =>
  `Open the link in our mail to confirm this address. To stay with ${inForce}, type it here and save.`
export const profileEmailKept = (email: string) => `Your email address stays ${email}.`
export const profileLinkSent = (pending: string, inForce: string) =>
  `We sent a link to ${pending}. Until it is opened, ${inForce} stays in force.`
export const signOutTitle = (waiting: number) => {
  if (waiting === 0) return 'Everything has been sent meanwhile'
  return waiting === 1 ? 'A receipt waits to be sent' : `${waiting} receipts wait to be sent`
}
export const signOutReceipt = (amount: string, invoice: string) => `${amount}, invoice ${invoice}`
export const signOutMore = (others: number) => `and ${others} more`
export const otherSessionsCount = (ended: number) => {
  if (ended === 0) return 'There was no other session.'
  return ended === 1 ? 'One session was ended.' : `${ended} sessions were ended.`
}

// --- merchants ---

export const merchantDealsCount = (count: number) => (count === 1 ? '1 deal' : `${count} deals`)

// --- deals ---

export const dealUntil = (day: string) => `Until ${day}`
export const dealDaysLeft = (days: number) => ['Ends today', 'Ends tomorrow'][days] ?? `${days} days left`
export const dealRuns = (start: string, end: string) => `${start} to ${end}`

// --- submissions ---

export const submissionBought = (day: string) => `Bought ${day}`
export const submissionStampsEarned = (count: number) => (count === 1 ? '1 stamp' : `${count} stamps`)
export const submissionPictureOf = (merchant: string) => `Receipt from ${merchant}`
export const submissionTimes = (half: string, most: string) =>
  `At the moment half of all receipts are decided within ${half}, nine in ten within ${most}.`
export const submissionTimesAlike = (most: string) => `At the moment nine in ten receipts are decided within ${most}.`
export const submissionOldestWait = (time: string) => `The longest wait at the moment is ${time}.`
export const durationMinutes = (count: number) => (count === 1 ? '1 minute' : `${count} minutes`)
export const durationHours = (count: number) => (count === 1 ? '1 hour' : `${count} hours`)
export const durationDays = (count: number) => (count === 1 ? '1 day' : `${count} days`)
export const submissionReversal = (was: string, day: string, outcome: string) =>
  `${was} on ${day}, then ${outcome} by a manager.`
export const submissionReversalReason = (reason: string) => `Reason: ${reason}`
export const submissionFromTo = (typed: string, corrected: string) => `${typed} → ${corrected}`
export const appealCount = (used: number, max: number) => `${used} of ${max} characters`
export const tryAgainInMinutes = (minutes: number) =>
  `You can try again in ${minutes === 1 ? 'one minute' : `${minutes} minutes`}.`
export const receiptPicturesLeftOut = (others: number) =>
  `Only the first of ${others + 1} pictures was taken. Every receipt is sent on its own.`
export const receiptPictureKilobytes = (size: string) => `${size} kB`
export const receiptPictureMegabytes = (size: string) => `${size} MB`
export const receiptAmountNothing = (amount: string) => `A receipt of ${amount} earns no stamps.`
export const receiptWillSend = (amount: string) => `We'll send ${amount}.`
export const receiptWillSendInFull = (amount: string, invoice: string) => `We'll send ${amount}, invoice ${invoice}.`
export const receiptInvoiceKept = (digits: string) => `We kept the numbers: ${digits}`
export const receiptRead = (value: string) => `Picture: ${value}`
export const receiptReadUseInFull = (value: string) => `Use it: ${value}`
export const receiptPercent = (percent: number) => `${percent} %`
export const receiptPercentInWords = (percent: number) => `${percent} percent sent`
export const receiptCorrecting = (invoice: string, merchant: string) =>
  `Correcting receipt ${invoice} from ${merchant}. Its picture must be taken again.`
export const receiptAgainInSeconds = (seconds: number) =>
  `You can try again in ${seconds === 1 ? 'one second' : `${seconds} seconds`}.`
