import { type AdminVoucher, show, type VoucherEvent, voidVoucher } from '@stampus/contract/console/vouchers'
import { TAKE_BACK_MS } from '@stampus/contract/limits'
import { readableNumber } from '@stampus/contract/rewards/vouchers'
import { formatAmount } from '@stampus/contract/values/money'
import { useQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { operatorQuery, q } from '../../shared/api/queries.ts'
import { Fact } from '../../shared/components/Fact.tsx'
import { LinkButton } from '../../shared/components/LinkButton.tsx'
import { PageSection } from '../../shared/components/Page.tsx'
import { DetailPage } from '../../shared/components/RecordLoader.tsx'
import { When } from '../../shared/components/When.tsx'
import { ActionDialog } from '../../shared/dialogs/ActionButton.tsx'
import { DialogButton } from '../../shared/dialogs/DialogButton.tsx'
import { Radios } from '../../shared/forms/Radios.tsx'
import { desk } from '../../shared/labels/desk.ts'
import { stampsText } from '../../shared/labels/labels.ts'
import { RowLink } from '../../shared/lists/DataTable.tsx'
import { settings } from '../../shared/settings.ts'
import { TakeBackButton } from './TakeBackButton.tsx'
import { actorOf, changedByVouchers, labelOf, VoucherStateBadge } from './voucherLabels.tsx'

type Shown = AdminVoucher & { events: VoucherEvent[] }

export function VoucherPage() {
  const id = Number(useParams().id)
  return (
    <DetailPage
      query={q(show, { id })}
      what="Voucher"
      titleOf={({ number }) => `Voucher ${readableNumber(number)}`}
      list={{ to: '/vouchers', name: 'Vouchers' }}
      actions={(voucher) => <Actions voucher={voucher} />}
    >
      {(voucher) => (
        <>
          <Facts voucher={voucher} />
          <History voucher={voucher} />
        </>
      )}
    </DetailPage>
  )
}

function Actions({ voucher }: { voucher: Shown }) {
  const operator = useQuery(operatorQuery).data
  const { state } = voucher
  const [last] = voucher.events
  const isOwnHandOver = state === 'used' && last?.kind === 'used' && last.operator?.id === operator?.id
  const usedAt = isOwnHandOver ? last.created_at : undefined
  const until = useMemo(() => (usedAt ? takeBackEnd(usedAt) : 0), [usedAt])
  return (
    <>
      {usedAt ? <TakeBackButton key={usedAt} id={voucher.id} until={until} /> : null}
      {state === 'ready' || state === 'used' ? <VoidAction voucher={{ ...voucher, state }} /> : null}
    </>
  )
}

/** When a hand-over can no longer be taken back, as a time of `performance.now()`. The server decides. */
function takeBackEnd(usedAt: string): number {
  const left = Date.parse(usedAt) + TAKE_BACK_MS - Date.now()
  return performance.now() + Math.min(left, TAKE_BACK_MS)
}

function Facts({ voucher }: { voucher: Shown }) {
  const { reward, member, merchant, conditions, stamps, owed_sen, state, claimed_at, last_day } = voucher
  const { used_at, ended_at } = voucher
  const isOver = state !== 'ready' && state !== 'used'
  return (
    <section aria-label="Facts" className="grid gap-4 rounded-sheet border border-line bg-sheet p-4 shadow-sheet">
      <dl className="grid gap-x-4 gap-y-3 min-[30rem]:grid-cols-2 lg:grid-cols-4">
        <Fact name="Status">
          <VoucherStateBadge state={state} />
        </Fact>
        <Fact name="Reward">
          <RowLink to={`/rewards/${reward.id}`}>{reward.title}</RowLink>
        </Fact>
        <Fact name="Member">
          <RowLink to={`/members/${member.id}`}>{member.name}</RowLink>
        </Fact>
        <Fact name="Handed out by">{merchant?.name ?? desk}</Fact>
        <Fact name="Stamps" note={isOver ? (voucher.stamps_back ? 'Returned' : 'Not returned') : undefined}>
          {stamps}
        </Fact>
        {merchant && state === 'used' ? (
          <Fact name="Owed to the merchant">{formatAmount(owed_sen / 100, settings.currency)}</Fact>
        ) : null}
        <Fact name="Claimed" at={claimed_at} />
        <Fact name="Last day" at={last_day} />
        {used_at ? <Fact name="Handed over" at={used_at} /> : null}
        {ended_at && isOver ? <Fact name="Ended" at={ended_at} /> : null}
      </dl>
      <dl>
        <Fact name="Conditions">
          <span className="whitespace-pre-line font-normal">{conditions}</span>
        </Fact>
      </dl>
      <LinkButton to={`/audit?subject_kind=voucher&subject_id=${voucher.id}`} className="justify-self-start">
        Audit log
      </LinkButton>
    </section>
  )
}

function History({ voucher: { events, member } }: { voucher: Shown }) {
  return (
    <PageSection title="History">
      <ol className="grid gap-4 border-line border-l-2 pl-4">
        {events.map((event) => (
          <li key={event.id} className="min-w-0">
            <p className="font-semibold">
              {labelOf(event)}
              {event.kind === 'voided' ? (event.stamps_back ? ', stamps returned' : ', stamps not returned') : null}
            </p>
            <p className="wrap-anywhere text-muted text-small">
              {actorOf(event, member.name)}, <When at={event.created_at} hasSeconds />
            </p>
            {event.noted_at ? (
              <p className="text-muted text-small">
                Noted at <When at={event.noted_at} hasSeconds />
              </p>
            ) : null}
            {event.reason ? <p className="wrap-anywhere mt-1 whitespace-pre-line">{event.reason}</p> : null}
          </li>
        ))}
      </ol>
    </PageSection>
  )
}

type VoidProps = { voucher: AdminVoucher & { state: 'ready' | 'used' } }

/** A button that voids a voucher. An open dialog stays if the voucher is refreshed meanwhile. */
function VoidAction({ voucher }: VoidProps) {
  const dialog = (close: () => void) => <VoidDialog voucher={voucher} onClose={close} />
  return <DialogButton text="Void" icon={Ban} look="danger" dialog={dialog} />
}

const choices = [
  { value: 'back', name: 'Give the stamps back' },
  { value: 'spent', name: 'Keep the stamps spent' },
] as const

/** The choice starts again if the voucher's state changes. A deleted member gets no stamps back and reads no reason. */
function VoidDialog({ voucher, onClose }: VoidProps & { onClose: () => void }) {
  const { id, number, state, stamps, member } = voucher
  const initial = { state, stamps: state === 'ready' ? 'back' : 'spent' } as const
  const [chosen, choose] = useState<{ state: string; stamps: 'back' | 'spent' }>(initial)
  const choice = chosen.state === state ? chosen : initial
  const shared = {
    title: `Void voucher ${readableNumber(number)}?`,
    action: 'Void',
    isDangerous: true,
    call: voidVoucher,
    invalidates: changedByVouchers,
    done: `Voucher ${readableNumber(number)} is voided.`,
    onClose,
  }
  const consequence =
    state === 'used'
      ? 'It was handed over. Afterwards it counts as voided, and this cannot be undone.'
      : 'It can no longer be used, and this cannot be undone.'
  if (member.is_deleted)
    return (
      <ActionDialog {...shared} input={() => ({ id, state, stamps_back: false })}>
        <p>{consequence} The account was deleted, so no stamps go back.</p>
      </ActionDialog>
    )
  return (
    <ActionDialog
      {...shared}
      reason="Reason (shown to the member)"
      input={(reason) => ({ id, state, reason, stamps_back: choice.stamps === 'back' })}
    >
      <p>
        {consequence} {member.name} gets an email with your reason.
      </p>
      <Radios
        legend={`Its ${stampsText(stamps)}`}
        options={choices}
        value={choice.stamps}
        onChange={(given) => choose({ state, stamps: given })}
      />
    </ActionDialog>
  )
}
