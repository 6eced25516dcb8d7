/** Sentences with values, for pages other than the first: the bundler inlines constants, but not functions. */

export const enrolReplaces = (merchant: string) =>
  `This phone is a counter of ${merchant} now. If you continue, it stops being one.`
export const pinOf = (name: string) => `PIN of ${name}`
export const handTo = (name: string) => `For ${name}`
export const takeBack = (seconds: number) => `Take back (${seconds})`
export const atCounter = (name: string) => `${name} is at the counter`
export const todayCount = (count: number) => (count === 1 ? '1 reward' : `${count} rewards`)
export const removePhoneQuestion = (name: string) => `Remove ${name}? It can’t confirm rewards after that.`
export const lastUsed = (when: string) => `Last used ${when}`
export const newPinFor = (name: string) => `New PIN for ${name}`
export const removeCashierQuestion = (name: string) => `Remove ${name}? Their PIN stops working on every phone.`
export const offlineSeconds = (seconds: number) =>
  seconds === 1 ? 'Valid for 1 more second' : `Valid for ${seconds} more seconds`
export const notYetEntered = (count: number) => `Noted, not yet entered (${count})`
export const lateCode = (code: string) => `Code ${code}`
export const enterBy = (when: string) => `Enter by ${when}`
export const enterAll = (count: number) => `Enter all (${count})`
export const enterOf = (number: string) => `Enter ${number}`
export const correctOf = (number: string) => `Correct ${number}`
export const removeLateQuestion = (number: string) => `Remove ${number} without entering it?`
export const recoveryCodesLeft = (count: number) =>
  count === 1 ? '1 recovery code left' : `${count} recovery codes left`
export const signedInOn = (others: number) =>
  others === 0
    ? 'You’re signed in on this device only.'
    : `You’re signed in on this device and ${others === 1 ? '1 other' : `${others} others`}.`
export const takenBack = (time: string) => `Taken back, ${time}`
export const lineCount = (count: number) => (count === 1 ? '1 line' : `${count} lines`)
export const disputedText = (count: number) =>
  count === 1 ? 'The office has yet to answer 1 line.' : `The office has yet to answer ${count} lines.`
export const paidText = (day: string, reference: string) => `Paid on ${day}. Reference: ${reference}`
export const statementOf = (month: string) => `Statement for ${month}`
export const acceptQuestion = (amount: string) =>
  `Accept this statement of ${amount}? You can’t dispute its lines after that.`
export const disputeOf = (what: string) => `Dispute ${what}`
export const adjusted = (amount: string) => `The next statement has a line of ${amount} for it.`
export const atDesk = (product: string) => `At the ${product} desk`
