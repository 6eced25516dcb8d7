/** The messages in English that have values in them; the others are in en.json. */
export const tooLong = (max: number) => `Please use at most ${max} characters.`
export const oldReceipt = (days: number) => `Receipts older than ${days} days cannot be accepted.`
export const approvedElsewhere = (id: number) => `Receipt ${id} with this invoice number was already approved.`
export const resubmissionApproved = (id: number) =>
  `This purchase was already approved as receipt ${id}. Each purchase earns stamps only once.`
export const sentElsewhere = (id: number) => `The member has already sent this receipt as receipt ${id}.`
export const confirmerNotIndependent = (day: string) =>
  `You and the operator who asked got an account or role through the same manager, or one through the other, within 30 days. Another operator must confirm this. You can after ${day}.`
export const categoriesFull = (max: number) => `There are already ${max} categories. Please remove one first.`
export const categoryInUse = (merchants: number) =>
  merchants === 1 ? 'One merchant is in this category.' : `${merchants} merchants are in this category.`
export const stockBelowTaken = (taken: number) => `${taken} have been claimed, so the stock cannot be lower.`
export const stampsMissing = (missing: number) =>
  missing === 1 ? 'You need 1 more stamp for this reward.' : `You need ${missing} more stamps for this reward.`
export const rewardLimitTotal = (most: number) =>
  most === 1
    ? 'You can have this reward once, and you have had it.'
    : `You can have this reward ${most} times, and you have had it that often.`
export const rewardLimit30Days = (most: number, again: string) =>
  `You can have this reward ${most === 1 ? 'once' : `${most} times`} in 30 days. You can claim it again from ${again}.`
export const voucherUsed = (time: string, by: string | null) => (by ? `Used at ${time} by ${by}.` : `Used at ${time}.`)
export const invalidPerDay = (max: number) => `Enter a number from 1 to ${max}, or leave it empty.`
export const tooManyNames = (max: number) => `Please enter at most ${max} names.`
export const tooManyAddresses = (max: number) => `Please enter at most ${max} addresses.`
export const noEmailAddress = (given: string) => `${given} is not an email address.`
export const minimumSpend = (amount: string) => `Receipts from this merchant must be for ${amount} or more.`
export const dailyReceipts = (max: number) =>
  max === 1
    ? 'This merchant accepts one receipt a day from each member.'
    : `This merchant accepts ${max} receipts a day from each member.`
export const dailyReceiptsSent = (max: number) =>
  `${dailyReceipts(max)} ${max === 1 ? "Today's has been sent." : "Today's have been sent."}`
export const tooManyMerchants = (max: number) => `Please choose at most ${max} merchants.`
export const needsIndependentManager = (day: string) =>
  `Another manager asked for exactly this, but one of you got an account or role through the other, or both through the same manager, within 30 days. It was noted: it takes effect when a third manager enters exactly the same within 7 days, or either of you after ${day}.`
export const exportTruncated = (rows: number) =>
  `Only the newest ${rows.toLocaleString('en-MY')} rows are in this file.`
export const tooManyPhones = (max: number) => `A merchant has at most ${max} phones. Remove one that is no longer used.`
export const tooManyCashiers = (max: number) => `A merchant has at most ${max} cashiers.`
export const statementEarlierFirst = (month: string) => `Issue the statement of ${month} first.`
export const latePaidTaken = (stamps: number) =>
  `The voucher is used, and paid for in the next statement. Its ${stamps} ${stamps === 1 ? 'stamp was' : 'stamps were'} taken again.`
export const latePaidMissing = (stamps: number, available: number) =>
  `The voucher is used, and paid for in the next statement. Its stamps could not be taken: it needs ${stamps}, the member has ${available}.`
export const latePaidGone = (stamps: number) =>
  `The voucher is used, and paid for in the next statement. Its stamps (${stamps}) could not be taken: the account was deleted.`
export const casesWaitForAnswer = (max: number) =>
  `You already have ${max} conversations that wait for an answer. Please wait until we have answered one.`
export const tooManyCannedAnswers = (max: number) => `There can be at most ${max} answers. Remove one first.`
export const invalidPosition = (max: number) => `Enter a whole number from 1 to ${max}.`
export const tooManyLinks = (max: number) => `A group can have at most ${max} links.`
export const tooManyLinkGroups = (max: number) => `There can be at most ${max} groups. Remove one first.`
