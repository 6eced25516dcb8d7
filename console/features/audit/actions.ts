/** Labels of audit actions. An unknown action shows its name from the log. */
const actions: Record<string, string> = {
  'announcement.added': 'Added an announcement',
  'announcement.changed': 'Changed an announcement',
  'announcement.removed': 'Removed an announcement',
  'appeal.kept': 'Rejected an appeal',
  'appeal.reopened': 'Accepted an appeal',
  'category.added': 'Added a category',
  'category.changed': 'Changed a category',
  'category.removed': 'Removed a category',
  'deal.added': 'Added a deal',
  'deal.changed': 'Changed a deal',
  'deal.removed': 'Removed a deal',
  'earning_rule.added': 'Added an earning rule',
  'earning_rule.removed': 'Removed an earning rule',
  'mail.resent': 'Resent a failed email',
  'member.confirmation_asked': 'Requested confirmation of a stamp adjustment',
  'member.confirmation_declined': 'Declined a stamp adjustment',
  'member.confirmation_withdrawn': 'Withdrew a stamp adjustment',
  'member.reinstated': 'Reinstated a member',
  'member.reset_link_sent': 'Sent a member a password reset link',
  'member.stamps_corrected': "Adjusted a member's stamps",
  'member.suspended': 'Suspended a member',
  'member.verification_sent': 'Sent a member a verification link',
  'merchant.added': 'Added a merchant',
  'merchant.changed': 'Changed a merchant',
  'operator.added': 'Added an operator',
  'operator.changed': 'Changed an operator',
  'operator.link_sent': 'Sent an operator a password link',
  'operator.password_changed': 'Changed own password',
  'operator.password_set': 'Chose a password with a link',
  'operator.recovery_code_used': 'Signed in with a recovery code',
  'operator.recovery_codes_made': 'Created new recovery codes',
  'operator.removed': 'Removed an operator',
  'operator.role_changed': "Changed an operator's role",
  'operator.second_factor_added': 'Turned on the second factor',
  'operator.second_factor_dropped': 'Turned off the second factor',
  'operator.second_factor_reset': "Reset an operator's second factor",
  'operator.sessions_ended': 'Signed an operator out everywhere',
  'operator.signed_in': 'Signed in',
  'operator.signed_out': 'Signed out',
  'picture.uploaded': 'Uploaded a picture',
  'reward.added': 'Added a reward',
  'reward.changed': 'Changed a reward',
  'reward.removed': 'Removed a reward',
  'submission.approved': 'Approved a receipt',
  'submission.check_undone': 'Undid a spot check',
  'submission.checked': 'Spot-checked a decision',
  'submission.confirmation_asked': 'Requested confirmation of a decision',
  'submission.confirmation_declined': 'Declined to confirm a decision',
  'submission.confirmation_withdrawn': 'Withdrew a request for confirmation',
  'submission.disagreement_settled': 'Closed a disagreement',
  'submission.escalated': 'Escalated a receipt to managers',
  'submission.escalation_undone': 'Undid an escalation',
  'submission.original_downloaded': 'Downloaded an original picture',
  'submission.rejected': 'Rejected a receipt',
  'submission.reversed': 'Reversed a decision',
  'submission.undone': 'Undid a decision',
  'submissions.exported': 'Exported receipts',
  'voucher.taken_back': 'Took a hand-over back',
  'voucher.used': 'Handed over a voucher',
  'voucher.voided': 'Voided a voucher',
  'vouchers.exported': 'Exported vouchers',
}

export function actionLabel(action: string): string {
  return actions[action] ?? action
}

/** The options of the action filter. */
export const groups = [
  { value: '', name: 'All actions' },
  { value: 'submission', name: 'Receipts' },
  { value: 'submissions', name: 'Exports of receipts' },
  { value: 'appeal', name: 'Appeals' },
  { value: 'member', name: 'Members' },
  { value: 'merchant', name: 'Merchants' },
  { value: 'category', name: 'Categories' },
  { value: 'deal', name: 'Deals' },
  { value: 'reward', name: 'Rewards' },
  { value: 'voucher', name: 'Vouchers' },
  { value: 'vouchers', name: 'Exports of vouchers' },
  { value: 'earning_rule', name: 'Earning rules' },
  { value: 'announcement', name: 'Announcements' },
  { value: 'picture', name: 'Pictures' },
  { value: 'mail', name: 'Emails' },
  { value: 'operator', name: 'Operators and sign-ins' },
]

/** The kinds of subjects: the label and the page. */
const subjects: Record<string, { name: string; path?: (id: number) => string }> = {
  submission: { name: 'Receipt', path: (id) => `/submissions/${id}` },
  member: { name: 'Member', path: (id) => `/members/${id}` },
  merchant: { name: 'Merchant', path: (id) => `/merchants/${id}` },
  category: { name: 'Category', path: () => '/categories' },
  deal: { name: 'Deal', path: (id) => `/deals/${id}` },
  reward: { name: 'Reward', path: (id) => `/rewards/${id}` },
  voucher: { name: 'Voucher', path: (id) => `/vouchers/${id}` },
  earning_rule: { name: 'Earning rule', path: () => '/earning-rules' },
  announcement: { name: 'Announcement', path: (id) => `/announcements/${id}` },
  operator: { name: 'Operator', path: (id) => `/operators/${id}` },
  picture: { name: 'Picture' },
}

/** The options of the subject filter. */
export const subjectKinds = [
  { value: '', name: 'All records' },
  ...Object.entries(subjects).map(([value, { name }]) => ({ value, name })),
]

/** The label of a subject's kind, and the path of its page; undefined without a page. */
export function subjectOf(kind: string, id: number): { kind: string; path: string | undefined } {
  const known = subjects[kind]
  return { kind: known?.name ?? kind, path: known?.path?.(id) }
}
