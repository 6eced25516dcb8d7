const words = (text: string) => text.trim().split(/\s+/)

/** The named statements of calls that are made often, which `play.ts` sends. In a name `*` is a part that varies. */
const frequent = words(`
  *.touch sessions.caller sessions.lock accounts.find accounts.find-by-key accounts.lock accounts.deleted-marks
  suspensions.is-suspended consents.insert staff.caller.* staff.seen.* phones.caller phones.touch
  limits.hit limits.hit-one limits.take-back budget.reserve budget.release audit.record
  announcements.list.* deals.list.*.* links.list merchants.active-categories merchants.by-* merchants.list.*
  earning-rules.find earning-rules.started rewards.list.*.* rewards.show rewards.lock rewards.put-back
  submissions.own.*.* submissions.show submissions.months submissions.lock-own submissions.withdraw submissions.insert
  submissions.account submissions.sent submissions.merchant submissions.rules decision-times.latest
  keys.claim keys.find keys.finish keys.free resubmission.approved resubmission.lock resubmission.purchase appeals.insert appeals.close
  ocr-preview.find ocr-preview.early ocr-preview.upsert filled-in.offer filled-in.insert
  wallet.show wallet.balance wallet.own-entries wallet.credit wallet.reverse wallet.return wallet.adjusted
  claims.facts claims.limits claims.make vouchers.own vouchers.list.* vouchers.lock vouchers.update vouchers.event
  vouchers.key vouchers.delete-key vouchers.open-place vouchers.phone-keys vouchers.of-people vouchers.refs
  vouchers.shown.*.* vouchers.checked vouchers.hand-over-request vouchers.counter-list
  cases.list cases.own cases.lock-own cases.messages cases.unanswered cases.sent cases.about.* cases.times cases.waiting
  cases.insert cases.open cases.message cases.written cases.choices.* cases.answer-time
  queue.next queue.ahead queue.count queue.skip queue.unskip queue.obstacles leases.operator leases.open leases.upsert
  leases.old leases.remove leases.release ties.one ties.all approvals.lock
  desk.show desk.recent desk.likenesses desk.circumstances desk.corrected desk.reopened desk.senders
  receipt-ocr.comparisons receipt-ocr.merchants receipt-ocr.compare receipt-ocr.read duplicates.move-numbers
  duplicates.has-deleted second-reading.missing
  decisions.insert decisions.standing decisions.undo corrections.facts corrections.insert corrections.of
  corrections.apply submissions.sender submissions.lock submissions.settle submissions.reopen submissions.mark-reopened
  submissions.mark-escalated submissions.operator-choices escalations.insert escalations.find escalations.delete
  bulk.find bulk.senders bulk.end
  checks.insert checks.close checks.lapse checks.count checks.hold checks.hold-own checks.let-go checks.reopen
  checks.submission checks.lock checks.show checks.likenesses checks.verdict checks.given checks.undo checks.agreement
  disagreements.obstacles disagreements.settle appeals.open appeals.submission appeals.answer
  confirmations.insert confirmations.find confirmations.lock confirmations.waiting confirmations.close
  confirmations.reopen confirmations.count confirmations.count-alone
  confirmers.others confirmers.grant-between confirmers.role
  overview.waiting overview.days overview.merchants overview.outstanding overview.handed-out
  receipt-ocr.unread receipt-ocr.of-file receipt-ocr.hold-typed receipt-ocr.insert
  duplicates.candidates duplicates.insert duplicates.delete duplicates.insert-numbers duplicates.delete-numbers
  duplicates.insert-landmarks duplicates.landmarks
`)

/** Why frequent statements may cost more than the goals. */
const reasons: Record<string, string[]> = {
  'adds up all that the member has': words(
    'wallet.show wallet.balance claims.facts submissions.months wallet.adjusted',
  ),
  'looks through all receipts of the member': words('submissions.own.*.* desk.show desk.corrected'),
  'sorts all cases or ready vouchers of the member': words('cases.list vouchers.list.*'),
  'a page of 16 rows and what belongs to each': words('wallet.own-entries appeals.open rewards.list.*.*'),
  'the latest receipts or vouchers to choose from': words('cases.choices.*'),
  'many receipts in one call': words(
    'desk.likenesses desk.circumstances desk.recent desk.reopened desk.senders receipt-ocr.comparisons bulk.find bulk.senders bulk.end',
  ),
  'up to 50 receipts with each number or code': words('duplicates.candidates'),
  'all that wait or were decided in a period, for a page that operators open': words(
    'overview.waiting overview.days overview.merchants overview.outstanding overview.handed-out',
  ),
  'each open spot check of 30 days': words('checks.count checks.hold'),
  'all hand-overs of a day': words('vouchers.counter-list'),
  'the latest 100 decisions': words('decision-times.latest'),
  'the answers of 30 days': words('cases.answer-time'),
  'up to 100 receipts that wait': words('queue.count'),
  'rows in every index of large tables': words(
    `claims.make vouchers.update submissions.insert submissions.settle submissions.withdraw submissions.reopen submissions.mark-reopened submissions.mark-escalated
     corrections.apply duplicates.move-numbers duplicates.insert-numbers`,
  ),
}

/** Each frequent statement, with why it may cost more, or an empty text. */
export const measured: Record<string, string> = Object.fromEntries(
  frequent.map((name) => [name, Object.keys(reasons).find((reason) => reasons[reason]?.includes(name)) ?? '']),
)

/** The named statements of no frequent call, by what sends them. */
export const notMeasured: Record<string, string[]> = {
  'a correction to the facts of another receipt': words('corrections.twin'),
  'mails and their failures': words('appeals.tell decisions.tell failed-mail.save failed-mail.count'),
  'jobs that look for receipts without OCR': words(
    'receipt-ocr.without-job receipt-ocr.outdated second-reading.without-job second-reading.store',
  ),
  'OCR of a picture that fails, or that is compared with a look-alike or a deleted receipt': words(
    'duplicates.failed-try duplicates.photograph duplicates.deleted duplicates.not-compared duplicates.compared',
  ),
  'look-alikes that a busy machine left to the clean-up': words('receipt-ocr.not-compared'),
  'an operator who has a picture read again': words('receipt-ocr.delete'),
  'clean-up': words(
    'submissions.old-pictures submissions.take-pictures duplicates.remove-old duplicates.remove-old-landmarks',
  ),
  'metrics, once a minute': words('metrics.jobs metrics.waiting'),
  exports: words('data.json'),
  'an operator who has skipped or been refused every waiting receipt': words(
    'queue.next-skipped queue.ahead-skipped leases.none',
  ),
  'a bulk approval of which drawn receipts were left out': words('checks.insert-many'),
  'a claim that lost the last voucher to another at the same moment': words('rewards.published'),
  'changes of merchants, rewards and statements by managers': words('ties.merchant confirmers.managers'),
}

/** The listed name of a statement. */
export function findName(name: string): string {
  const listed = [...frequent, ...Object.values(notMeasured).flat()]
  const pattern = (one: string) => new RegExp(`^${one.replaceAll('.', '\\.').replaceAll('*', '.+')}$`)
  const found = listed.find((one) => one === name) ?? listed.find((one) => pattern(one).test(name))
  if (!found) throw new Error(`bench/growth/named-statements.ts does not name ${name}`)
  return found
}
