import { locale } from './en.json'

import { rewardStamps } from './enFirstSentences.ts'

/** Sentences with values, for pages other than the first: the bundler inlines constants, but not functions. */

export const listShown = (count: number) => `${count} shown`
export const contactText = (email: string) => `Do you have a question? Email ${email}.`
export const contactAnswerTime = (duration: string) => `At present, answers take about ${duration}.`
export const caseAnswerFrom = (product: string) => `Answer from ${product}`
export const caseVoucher = (number: string) => `voucher ${number}`

export const homeReceiptSending = (percent: number) => `Sending your receipt: ${percent}%.`
export const homeReceiptRefused = (why: string) => `We couldn’t accept your receipt: ${why}`

export const registerEmailExample = (domain = 'your college') => `you@${domain}`
export const registerEmailHint = (domains: string[]) =>
  `Your college email, ending in ${domains.map((domain) => `@${domain}`).join(' or ')}.`
export const registerTerms = (supplements: number) => `terms and conditions with ${supplementsUpTo(supplements)}`
export const registerPrivacy = (supplements: number) => `privacy policy with ${supplementsUpTo(supplements)}`
const supplementsUpTo = (newest: number) => (newest === 1 ? 'supplement 1' : `supplements 1 to ${newest}`)
export const verifyAgainInSeconds = (seconds: number) =>
  `You can ask for another link in ${seconds === 1 ? 'one second' : `${seconds} seconds`}.`
export const verifyAgainInMinutes = (minutes: number) =>
  `You can ask for another link in ${minutes === 1 ? 'one minute' : `${minutes} minutes`}.`
export const profileEmailHint = (inForce: string) =>
  `We’ll send a link to this address. Until you open it, we’ll keep using ${inForce}.`
export const profileEmailPending = (inForce: string) =>
  `Open the link in our email to confirm this address. To keep ${inForce}, type it here and save.`
export const profileEmailKept = (email: string) => `Your email is still ${email}.`
export const profileLinkSent = (pending: string, inForce: string) =>
  `We’ve sent a link to ${pending}. Open it to confirm. Until then, we’ll keep using ${inForce}.`
export const signOutTitle = (waiting: number) => {
  if (waiting === 0) return 'Everything has been sent'
  return waiting === 1 ? 'You have an unsent receipt' : `You have ${waiting} unsent receipts`
}
export const signOutReceipt = (amount: string, invoice: string) => `${amount}, invoice ${invoice}`
export const signOutMore = (others: number) => `and ${others} more`
export const otherSessionsCount = (ended: number) => {
  if (ended === 0) return 'No other device was signed in.'
  return ended === 1 ? 'One device was signed out.' : `${ended} devices were signed out.`
}

export const merchantFavouriteLabel = (name: string) => `Favourite: ${name}`
export const merchantDealsCount = (count: number) => (count === 1 ? '1 deal' : `${count} deals`)

export const dealRuns = (start: string, end: string) => `${start} to ${end}`

export const rewardMissing = (missing: number) => `${rewardStamps(missing)} to go`
export const rewardLeft = (left: number) => `${left.toLocaleString(locale)} left`
export const rewardValidDays = (days: number) => (days === 1 ? '1 day of claiming it' : `${days} days of claiming it`)
export const rewardLimitTotal = (most: number) => (most === 1 ? 'Once' : `${most} times`)
export const rewardLimit30 = (most: number) => (most === 1 ? 'Once in 30 days' : `${most} times in 30 days`)
export const rewardClaim = (stamps: number) => `Claim for ${rewardStamps(stamps)}`
export const claimConfirm = (stamps: number) => `Spend ${rewardStamps(stamps)}`

export const voucherUseBy = (day: string) => `Use by ${day}`
export const voucherSeconds = (seconds: number) => `New code in ${seconds} s`
export const voucherUsedAt = (time: string, place: string) => `Used at ${time}, ${place}`
export const voucherUsedOn = (day: string, time: string, place: string) => `Used on ${day} at ${time}, ${place}`
export const voucherStampsBack = (stamps: number) => `${rewardStamps(stamps)} came back to you.`
export const voucherStampsDue = (stamps: number) => `${rewardStamps(stamps)} will come back to you within an hour.`
export const giveBackText = (stamps: number) =>
  `You’ll get ${rewardStamps(stamps)} back, and this voucher can no longer be used. If the counter shows that it handed over the reward before, the stamps may be taken again.`
export const vouchersCanBuy = (stamps: number) => `What your ${rewardStamps(stamps)} can get`

export const submissionBought = (day: string) => `Bought ${day}`
export const submissionStampsEarned = (count: number) => (count === 1 ? '1 stamp' : `${count} stamps`)
export const sentCardStamps = (count: number) =>
  count === 1 ? 'About 1 stamp on the way' : `About ${count} stamps on the way`
export const submissionPictureOf = (merchant: string) => `Receipt from ${merchant}`
export const submissionTimes = (half: string, most: string) => `Usually ${half}; 90% within ${most}.`
export const submissionTimesAlike = (most: string) => `90% within ${most}.`
export const submissionOldestWait = (time: string) => `Longest wait now: ${time}.`
export const durationMinutes = (count: number) => (count === 1 ? '1 minute' : `${count} minutes`)
export const durationHours = (count: number) => (count === 1 ? '1 hour' : `${count} hours`)
export const durationDays = (count: number) => (count === 1 ? '1 day' : `${count} days`)
export const submissionReversal = (was: string, day: string, outcome: string) =>
  `${was} on ${day}, then ${outcome} by a manager.`
export const submissionReversalReason = (reason: string) => `Reason: ${reason}`
export const submissionFromTo = (typed: string, corrected: string) => `${typed} → ${corrected}`
export const characterCount = (used: number, max: number) => `${used} of ${max} characters`
export const tryAgainInMinutes = (minutes: number) =>
  `You can try again in ${minutes === 1 ? 'one minute' : `${minutes} minutes`}.`
export const receiptPicturesLeftOut = (others: number) =>
  `We used only the first of ${others + 1} photos. Please send each receipt separately.`
export const receiptPictureKilobytes = (size: string) => `${size} kB`
export const receiptPictureMegabytes = (size: string) => `${size} MB`
export const receiptAmountNothing = (amount: string) => `A receipt of ${amount} earns no stamps.`
export const receiptWillSend = (amount: string) => `Receipt total: ${amount}`
export const receiptWillSendInFull = (amount: string, invoice: string) => `Receipt total: ${amount}, invoice ${invoice}`
export const receiptInvoiceKept = (digits: string) => `We kept only the digits: ${digits}`
export const receiptRead = (value: string) => `From your photo: ${value}`
export const receiptReadRefused = (value: string, why: string) => `Your photo says ${value}. ${why}`
export const receiptFilledIn = (fields: string[]) =>
  `Filled in from your photo: ${fields.join(', ')}. Check ${fields.length === 1 ? 'it' : 'them'}.`
export const receiptReadPlace = (label: string, value: string) => `${label}: ${value}`
export const receiptOtherMerchant = (name: string) => `The photo says ${name}. Is this the right merchant?`
export const receiptSend = (stamps: number) => `Send · about ${stamps === 1 ? '1 stamp' : `${stamps} stamps`}`
export const receiptAmountDiffers = (photo: string, typed: string) => `The photo says ${photo}. Send ${typed} anyway?`
export const receiptAmountSend = (typed: string) => `Send ${typed}`
export const receiptAmountUse = (photo: string) => `Use ${photo}`
export const receiptReadUseInFull = (value: string) => `Use it: ${value}`
export const receiptPercent = (percent: number) => `${percent}%`
export const receiptPercentInWords = (percent: number) => `${percent} per cent sent`
export const receiptCorrecting = (invoice: string, merchant: string) =>
  `You’re correcting receipt ${invoice} from ${merchant}. Please take a new photo.`
export const receiptAgainInSeconds = (seconds: number) =>
  `You can try again in ${seconds === 1 ? 'one second' : `${seconds} seconds`}.`
