import { giveVerdict, type SpotCheck } from '@stampus/contract/console/spotChecks'
import type { InputOf } from '@stampus/contract/endpoint'
import type { ReasonCode } from '@stampus/contract/reasons'
import { texts } from '@stampus/contract/texts'
import { formatAmount } from '@stampus/contract/values/money'
import { Button } from '@stampus/ui/Button'
import { Dialog } from '@stampus/ui/Dialog'
import { Notice } from '@stampus/ui/Notice'
import { type FormEvent, useState } from 'react'
import { useCall } from '../../../shared/api/queries.ts'
import { Fact } from '../../../shared/components/Fact.tsx'
import { ScrollArea } from '../../../shared/components/Page.tsx'
import { readableDay, readableTime } from '../../../shared/dates.ts'
import { SubmitActions } from '../../../shared/dialogs/ConfirmDialog.tsx'
import { type FactValues, findSpotCheckCorrections, typedFacts } from '../../../shared/receipts/facts.ts'
import { SignalList, useComparison } from '../../../shared/receipts/Signals.tsx'
import { settings } from '../../../shared/settings.ts'
import { useShortcuts } from '../../../shared/shortcuts.ts'
import { ActionBar, CaseError, CaseView, usePictureSeen } from '../case/CaseView.tsx'
import { CorrectionForm } from '../desk/CorrectionForm.tsx'
import { ReasonPresets } from '../desk/RejectDialog.tsx'

type Verdict = Omit<InputOf<typeof giveVerdict>, 'id'>

/** The last verdict: until when it can be undone, and the facts that were typed for it. */
export type GivenVerdict = {
  id: number
  answer: 'approve' | 'correct' | 'reject'
  undoUntil: number
  facts?: FactValues
}

type Props = {
  check: SpotCheck
  waiting: number
  /** The typed facts of an undone verdict. */
  initialFacts: FactValues | undefined
  onGiven: (given: GivenVerdict) => void
  onNext: () => Promise<unknown>
}

/** One spot check: picture, facts, look-alikes and the operator's verdict. */
export function SpotCheckCase({ check, waiting, initialFacts, onGiven, onNext }: Props) {
  const [seen, setShown] = usePictureSeen()
  const [task, setTask] = useState<'reject' | 'correct'>()
  const [fields, setFields] = useState(initialFacts)
  const [unchanged, setUnchanged] = useState(false)
  const sending = useCall(giveVerdict)
  // After success the next check is loading.
  const isBusy = sending.isPending || sending.isSuccess
  // A verdict is possible only after the picture was on screen.
  const isEarly = !seen || isBusy
  const name = `Spot check ${check.id}`
  const comparison = useComparison(check.look_alikes)
  const give = (verdict: Verdict, facts?: FactValues) => {
    if (isEarly) return
    const answer = verdict.corrections ? 'correct' : verdict.status === 'approved' ? 'approve' : 'reject'
    sending.mutate(
      { id: check.id, ...verdict },
      {
        onSuccess: ({ data }) => {
          const undoUntil = performance.now() + data.undo_left_ms
          onGiven({ id: check.id, answer, undoUntil, ...(facts && { facts }) })
          void onNext()
        },
      },
    )
  }
  const correct = (facts: FactValues) => {
    const corrections = findSpotCheckCorrections(check, facts)
    setFields(facts)
    setUnchanged(!corrections)
    if (corrections) give({ status: 'approved', corrections }, facts)
  }
  const openNext = () => {
    sending.reset()
    void onNext()
  }
  const startTask = (what: 'reject' | 'correct') => () => {
    if (isEarly) return
    sending.reset()
    setUnchanged(false)
    setTask(what)
  }
  useShortcuts({ c: comparison.next })
  return (
    <CaseView
      picture={check.picture}
      name={name}
      look={screenHeight}
      other={comparison.other}
      onShown={setShown}
      onLoadError={() => void onNext()}
    >
      <p role="status" className="text-muted tabular-nums">
        {waiting === 1 ? '1 spot check pending' : `${waiting} spot checks pending`}
      </p>
      <CaseError error={unchanged ? texts.nothingCorrected : undefined} />
      {sending.error && task !== 'reject' ? (
        <Notice kind="error" role="alert">
          <p>{sending.error.message}</p>
          <Button onClick={openNext}>Next</Button>
        </Notice>
      ) : null}
      <ScrollArea>
        {task === 'correct' ? (
          <CorrectionForm
            item={check}
            initialValues={fields ?? typedFacts(check)}
            action="I would correct"
            isBusy={isBusy}
            // The setting may have changed since the decision.
            maxAgeDays={Number.POSITIVE_INFINITY}
            onSubmit={correct}
            onCancel={(values) => {
              setFields(values)
              setUnchanged(false)
              setTask(undefined)
            }}
          />
        ) : (
          <SpotCheckFacts check={check} />
        )}
        <SignalList signals={check.look_alikes} comparison={comparison} />
      </ScrollArea>
      {task === 'reject' ? (
        <SpotCheckRejectDialog
          error={sending.error?.message}
          isBusy={isBusy}
          onClose={() => setTask(undefined)}
          onReject={(reason_code) => give({ status: 'rejected', reason_code })}
        />
      ) : task === undefined ? (
        <ActionBar
          main={{ key: 'A', name: 'I would approve', press: () => give({ status: 'approved' }), isBusy, isEarly }}
          others={[
            { key: 'R', name: 'I would reject', press: startTask('reject'), isEarly },
            { key: 'E', name: 'I would correct', press: startTask('correct'), isEarly },
          ]}
          look="-mx-4 px-4"
        />
      ) : null}
    </CaseView>
  )
}

// The picture, the facts and the buttons fit on one screen.
export const screenHeight = 'lg:h-[calc(100dvh-15.5rem)] lg:min-h-[30rem] lg:grid-rows-[minmax(0,1fr)]'

/** The typed facts, without the member and without the decision. */
function SpotCheckFacts({ check }: { check: SpotCheck }) {
  const { merchant } = check
  return (
    <div className="rounded-sheet border border-line bg-sheet px-4 py-2.5 shadow-sheet">
      <p className="text-small text-muted">Spot check {check.id}</p>
      <dl className="grid grid-cols-2 gap-x-3 gap-y-2">
        <Fact name="Amount" isLarge>
          {formatAmount(check.purchase_amount, settings.currency)}
        </Fact>
        <Fact name="Received">{readableTime(check.created_at)}</Fact>
        <Fact name="Merchant" isWide note={`${merchant.category} · ${merchant.address}`}>
          {merchant.name}
        </Fact>
        <Fact name="Purchase date">{readableDay(check.purchase_date)}</Fact>
        <Fact name="Invoice number">{check.invoice_no}</Fact>
      </dl>
    </div>
  )
}

type SpotCheckRejectDialogProps = {
  error: string | undefined
  isBusy: boolean
  onReject: (code: ReasonCode) => void
  onClose: () => void
}

/** Asks for a preset reason. Only managers read it. */
function SpotCheckRejectDialog({ error, isBusy, onReject, onClose }: SpotCheckRejectDialogProps) {
  const [code, setCode] = useState<ReasonCode>()
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code) return onReject(code)
    setMissing(true)
  }
  const errorText = error ?? (missing && !code ? texts.reasonRequired : undefined)
  return (
    <Dialog title="Why would you reject it?" isBeside error={errorText} isBusy={isBusy} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-3">
        <ReasonPresets code={code} onChoose={(preset) => setCode(preset.code)} />
        <SubmitActions action="I would reject" look="danger" isBusy={isBusy} />
      </form>
    </Dialog>
  )
}
