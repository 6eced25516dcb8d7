import type { HandOverWay, LineKind, StatementState } from '@stampus/contract/values/statements'

/** The English texts about statements, which are loaded with their pages. Malay has the same names in `msStatements.ts`. */

export const title = 'Statements'
export const explanation =
  'What you are paid for, month by month. The office issues a statement after the month; then you can check it.'
export const empty = 'Nothing was handed over yet. The first statement starts with the first reward.'
export const lines = (count: number) => (count === 1 ? '1 line' : `${count} lines`)
export const states: Record<StatementState, string> = {
  live: 'Not issued yet',
  issued: 'Please check',
  accepted: 'Accepted',
  paid: 'Paid',
}
export const disputed = 'Disputed'
export const liveText = 'This statement still changes. The office issues it after the month.'
export const issuedText = 'Check the lines. Accept the statement, or dispute a line that is wrong.'
export const disputedText = (count: number) =>
  count === 1 ? 'The office has yet to answer 1 line.' : `The office has yet to answer ${count} lines.`
export const acceptedText = 'You have accepted this statement. The office pays it next.'
export const paidText = (day: string, reference: string) => `Paid on ${day}. Reference: ${reference}`
export const total = 'Total'
export const statementOf = (month: string) => `Statement for ${month}`
export const issuedOn = 'Issued'
export const state = 'State'
export const accept = 'Accept statement'
export const acceptQuestion = (amount: string) =>
  `Accept this statement of ${amount}? You can’t dispute its lines after that.`
export const dispute = 'Dispute'
export const disputeOf = (what: string) => `Dispute ${what}`
export const disputeWords = 'What is wrong with this line?'
export const send = 'Send'
export const yourWords = 'You wrote'
export const answer = 'The office'
export const noAnswer = 'The office has not answered yet.'
export const adjusted = (amount: string) => `The next statement has a line of ${amount} for it.`
export const csv = 'Download CSV'
export const print = 'Print'
export const printedColumns = { at: 'Time', what: 'Reward', number: 'Voucher', how: 'How', amount: 'Amount' }
export const kinds: Record<LineKind, string> = {
  used: 'Handed over',
  unused: 'Taken back',
  voided: 'Cancelled by the office',
  late: 'Answer to a late hand-over',
  dispute: 'Answer to a disputed line',
}
export const ways: Record<Exclude<HandOverWay, 'desk'>, string> = {
  counter: 'At the counter',
  offline: 'Without a network',
  late: 'Entered later',
}
export const desk = (product: string) => `At the ${product} desk`
