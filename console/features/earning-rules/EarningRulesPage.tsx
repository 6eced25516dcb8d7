import { type AdminEarningRule, list, remove } from '@stampus/contract/console/earningRules'
import { formatAmount } from '@stampus/contract/values/money'
import { Button } from '@stampus/ui/Button'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { q, useCall } from '../../shared/api/queries.ts'
import { StateBadge } from '../../shared/components/Badge.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { When } from '../../shared/components/When.tsx'
import { ConfirmDialog } from '../../shared/dialogs/ConfirmDialog.tsx'
import { stampsText } from '../../shared/labels/labels.ts'
import type { Column } from '../../shared/lists/DataTable.tsx'
import { PagedTable } from '../../shared/lists/PagedTable.tsx'
import { useFilters } from '../../shared/lists/useFilters.tsx'
import { settings } from '../../shared/settings.ts'
import { showToast } from '../../shared/toasts.ts'
import { EarningRuleDialog, exampleText } from './EarningRuleDialog.tsx'

type Open = { dialog: 'add' } | { dialog: 'remove'; rule: AdminEarningRule }

/** How many stamps receipts earn, now, before and later. */
export default function EarningRulesPage() {
  const { values } = useFilters()
  const query = useQuery({ ...q(list, { page: values.page }), placeholderData: (before) => before })
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const current = query.data?.data.find(({ state }) => state === 'current')
  return (
    <Page
      title="Earning rules"
      actions={
        <Button onClick={() => setOpen({ dialog: 'add' })}>
          <Plus aria-hidden="true" className="size-4" />
          New rule
        </Button>
      }
    >
      <p className="max-w-prose text-muted">
        A receipt earns stamps by the rule of the time when it was sent, whenever it is approved. Rules are never
        changed: add another one, which starts now or on a later day.
      </p>
      <PagedTable
        query={query}
        what="earning rules"
        caption="Earning rules"
        none="No earning rules."
        columns={columnsFor((rule) => setOpen({ dialog: 'remove', rule }))}
      />
      {open?.dialog === 'add' && !query.isPending ? <EarningRuleDialog current={current} onClose={close} /> : null}
      {open?.dialog === 'remove' ? <RemoveRuleDialog rule={open.rule} onClose={close} /> : null}
    </Page>
  )
}

const stateLabels = { planned: 'Scheduled', current: 'Active', past: 'Ended' }
const looks = { planned: 'soon', current: 'good', past: 'quiet' } as const
const FIRST_START = new Date(0).toISOString()

function columnsFor(onRemove: (rule: AdminEarningRule) => void): Column<AdminEarningRule>[] {
  return [
    {
      name: 'Starts',
      cell: ({ starts_at }) => (starts_at === FIRST_START ? 'From the beginning' : <When at={starts_at} />),
    },
    { name: 'Status', cell: ({ state }) => <StateBadge look={looks[state]}>{stateLabels[state]}</StateBadge> },
    {
      name: 'One stamp for each',
      align: 'right',
      cell: ({ sen_per_stamp }) => formatAmount(sen_per_stamp / 100, settings.currency),
    },
    { name: 'At least', align: 'right', cell: (rule) => stampsText(rule.min_stamps_per_submission) },
    { name: 'At most', align: 'right', cell: (rule) => stampsText(rule.max_stamps_per_submission) },
    { name: 'Examples', cell: (rule) => exampleText(rule) },
    { name: 'Added by', cell: ({ operator }) => operator ?? 'Server settings' },
    {
      name: 'Actions',
      cell: (rule) =>
        rule.state === 'planned' ? (
          <Button look="quiet" aria-label={`Remove the rule for ${rule.starts_at}`} onClick={() => onRemove(rule)}>
            Remove
          </Button>
        ) : null,
    },
  ]
}

function RemoveRuleDialog({ rule: { id, version }, onClose }: { rule: AdminEarningRule; onClose: () => void }) {
  const removing = useCall(remove, ['/console/earning-rules'])
  const done = () => {
    showToast('Rule removed.')
    onClose()
  }
  return (
    <ConfirmDialog
      title="Remove this rule?"
      action="Remove rule"
      mutation={removing}
      onConfirm={() => removing.mutate({ id, version }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>It has not started, so no receipt has earned stamps by it. The rule before it stays.</p>
    </ConfirmDialog>
  )
}
