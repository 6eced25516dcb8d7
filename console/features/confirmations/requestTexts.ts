import type { ConfirmationRequest } from '@stampus/contract/console/confirmations'
import type { Role } from '@stampus/contract/console/operators'
import { CONFIRMER_WINDOW_MS } from '@stampus/contract/limits'
import { limitedCount, reversalLabels, stampsText } from '../../shared/labels/labels.ts'

export function waitingText(count: number): string {
  return count === 1 ? '1 request pending' : `${limitedCount(count)} requests pending`
}

/** The title of a request, such as "Approval of receipt 12". */
export function requestTitle({ kind, submission_id, member, outcome }: ConfirmationRequest): string {
  if (kind === 'adjustment') return `Stamp adjustment for ${member.name}`
  if (kind === 'approval') return `Approval of receipt ${submission_id}`
  return outcome
    ? `Reversal that ${reversalLabels[outcome]} receipt ${submission_id}`
    : `Reversal of receipt ${submission_id}`
}

/** The change of the balance, such as "+50 stamps". */
export function stampsChangeText(stamps: number): string {
  return `${stamps > 0 ? '+' : ''}${stampsText(stamps)}`
}

export const requestStateLabels: Record<ConfirmationRequest['state'], string> = {
  waiting: 'Pending',
  confirmed: 'Confirmed',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  lapsed: 'Closed automatically',
  not_countersigned: 'Not countersigned',
}

const DAY_MS = 86_400_000

const missing = (who: string) =>
  `Nobody can confirm this yet. It needs ${who} who isn't linked to this receipt or member. For ${CONFIRMER_WINDOW_MS / DAY_MS} days after a manager gives out accounts or roles, that manager and the people who got one can't confirm for each other.`

/** Who could confirm, shown if no operator can. */
export const missingConfirmerTexts: Record<Role, string> = {
  reviewer: missing('another reviewer or manager'),
  manager: missing('another manager'),
}
