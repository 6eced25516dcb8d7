import { type AdminEarningRule, list, remove } from '@stampus/contract/console/earningRules'
import { formatAmount } from '@stampus/contract/values/money'
import { Plus } from 'lucide-react'
import { StateBadge, type States } from '../../shared/components/Badge.tsx'
import { When } from '../../shared/components/When.tsx'
import { ActionButton } from '../../shared/dialogs/ActionButton.tsx'
import { DialogButton } from '../../shared/dialogs/DialogButton.tsx'
import { stampsText } from '../../shared/labels/labels.ts'
import type { Column } from '../../shared/lists/DataTable.tsx'
import { ListPage } from '../../shared/lists/ListPage.tsx'
import { settings } from '../../shared/settings.ts'
import { EarningRuleDialog, exampleText } from './EarningRuleDialog.tsx'

const states: States<AdminEarningRule['state']> = {
  planned: { name: 'Scheduled', look: 'soon' },
  current: { name: 'Active', look: 'good' },
  past: { name: 'Ended', look: 'quiet' },
}
const FIRST_START = new Date(0).toISOString()

const columns: Column<AdminEarningRule>[] = [
  {
    name: 'Starts',
    cell: ({ starts_at }) => (starts_at === FIRST_START ? 'From the beginning' : <When at={starts_at} />),
  },
  { name: 'Status', cell: ({ state }) => <StateBadge {...states[state]} /> },
  {
    name: 'One stamp for each',
    align: 'right',
    cell: ({ sen_per_stamp }) => formatAmount(sen_per_stamp / 100, settings.currency),
  },
  { name: 'At least', align: 'right', cell: (rule) => stampsText(rule.min_stamps_per_submission) },
  { name: 'At most', align: 'right', cell: (rule) => stampsText(rule.max_stamps_per_submission) },
  { name: 'Examples', cell: (rule) => exampleText(rule) },
  { name: 'Added by', cell: ({ operator }) => operator ?? 'Server settings' },
  { name: 'Actions', cell: (rule) => (rule.state === 'planned' ? <Removal rule={rule} /> : null) },
]

export function EarningRulesPage() {
  const adding = (close: () => void) => <EarningRuleDialog onClose={close} />
  return (
    <ListPage
      title="Earning rules"
      call={list}
      columns={columns}
      none="No earning rules."
      actions={<DialogButton text="New rule" icon={Plus} look="primary" dialog={adding} />}
    >
      <p className="max-w-prose text-muted">
        A receipt earns stamps by the rule of the time when it was sent, whenever it is approved. Rules are never
        changed: add another one, which starts now or on a later day.
      </p>
    </ListPage>
  )
}

function Removal({ rule: { id, version, starts_at } }: { rule: AdminEarningRule }) {
  return (
    <ActionButton
      text="Remove"
      look="quiet"
      label={`Remove the rule for ${starts_at}`}
      title="Remove this rule?"
      action="Remove rule"
      isDangerous
      call={remove}
      input={() => ({ id, version })}
      invalidates={['/console/earning-rules']}
      done="Rule removed."
    >
      <p>It has not started, so no receipt has earned stamps by it. The rule before it stays.</p>
    </ActionButton>
  )
}
