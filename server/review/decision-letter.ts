import { decimalAmount, readableAmount } from '@stampus/contract/money'
import type { Config } from '../config.ts'
import type { Letter } from '../mail/letters.ts'
import type { DecisionToTell } from './decisions.store.ts'

/** What the owner is told of a decision, with the way to the submission (D-46). */
export function decisionLetter(config: Pick<Config, 'WEB_URL' | 'CURRENCY'>, decision: DecisionToTell): Letter {
  const link = `${config.WEB_URL}/app/submissions/${decision.submissionId}`
  return {
    subject: `Your receipt was ${decision.status}`,
    greeting: `Hello ${decision.name},`,
    before: [outcome(config, decision), ...reason(decision), ...notes(decision)],
    action: { label: 'See the submission', link },
    after: decision.status === 'rejected' ? wayOn(decision) : [],
  }
}

function outcome(
  { CURRENCY }: Pick<Config, 'CURRENCY'>,
  { merchant, amountSen, invoiceNo, status, stamps }: DecisionToTell,
): string {
  const amount = readableAmount(decimalAmount(amountSen), CURRENCY)
  const receipt = `your receipt of ${amount} from ${merchant} (invoice ${invoiceNo}) was ${status}`
  return status === 'approved'
    ? `${receipt} and earned you ${stamps} ${stamps === 1 ? 'stamp' : 'stamps'}.`
    : `${receipt}.`
}

function wayOn({ appealed }: DecisionToTell): string[] {
  const again = 'You may send the receipt again once this is put right.'
  return [appealed ? again : `${again} If the decision is wrong, you may appeal once, on the page of the submission.`]
}

function reason({ reason }: DecisionToTell): string[] {
  return reason ? [`Reason: ${reason}`] : []
}

function notes({ notes }: DecisionToTell): string[] {
  return notes ? [`Admin Comments: ${notes}`] : []
}
