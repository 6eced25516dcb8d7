import { randomUuid } from '@stampus/contract/client'
import { check, handOver } from '@stampus/contract/console/vouchers'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { HAND_OVER_MS, TAKE_BACK_MS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { ErrorNotice } from '@stampus/ui/forms/ErrorNotice'
import { Notice } from '@stampus/ui/Notice'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCall } from '../../../shared/api/queries.ts'
import { Fact } from '../../../shared/components/Fact.tsx'
import { Page } from '../../../shared/components/Page.tsx'
import { desk } from '../../../shared/labels/desk.ts'
import { TakeBackButton } from '../TakeBackButton.tsx'
import { changedByVouchers } from '../voucherLabels.tsx'
import { CodeForm } from './CodeForm.tsx'

type ShownVoucher = AnswerOf<typeof check>['data']
type Step =
  | { at: 'code' }
  | { at: 'checked'; voucher: ShownVoucher }
  /** `until`: until when it can be taken back, a time of `performance.now()`. */
  | { at: 'done'; voucher: ShownVoucher; until: number }

export function HandOverPage() {
  const [step, setStep] = useState<Step>({ at: 'code' })
  const checking = useCall(check)
  const startAgain = () => {
    checking.reset()
    setStep({ at: 'code' })
  }
  return (
    <Page title="Hand over">
      {step.at === 'code' ? (
        <>
          <p className="max-w-2xl text-muted">
            The member opens the voucher in the app, and you type or scan what it shows. Nothing is used up before you
            press Hand over.
          </p>
          <CodeForm
            check={checking}
            onCheck={(shown) =>
              checking.mutate(shown, { onSuccess: ({ data }) => setStep({ at: 'checked', voucher: data }) })
            }
          />
        </>
      ) : step.at === 'checked' ? (
        <CheckedVoucher
          voucher={step.voucher}
          onHandedOver={(until) => setStep({ at: 'done', voucher: step.voucher, until })}
          onCancel={startAgain}
        />
      ) : (
        <HandedOver {...step} onNext={startAgain} />
      )}
    </Page>
  )
}

type CheckedProps = { voucher: ShownVoucher; onHandedOver: (until: number) => void; onCancel: () => void }

function CheckedVoucher({ voucher, onHandedOver, onCancel }: CheckedProps) {
  const { id, title, conditions, name, merchant, last_day } = voucher
  const handing = useCall(handOver, changedByVouchers)
  // The same for all attempts, so that a first one whose answer was lost counts.
  const [requestId] = useState(randomUuid)
  // A first try may have arrived although its answer was lost.
  const triedAt = useRef<number>(undefined)
  const confirm = () => {
    triedAt.current ??= performance.now()
    const until = triedAt.current + TAKE_BACK_MS
    const onSuccess = ({ data }: AnswerOf<typeof handOver>) => {
      if (data.state === 'used') onHandedOver(until)
    }
    handing.mutate({ id, request_id: requestId }, { onSuccess })
  }
  // The hand-over of a first attempt may have been taken back or voided meanwhile.
  const hasChanged = handing.data !== undefined && handing.data.data.state !== 'used'
  const problem = handing.error?.message ?? (hasChanged ? texts.voucherStateChanged : undefined)
  return (
    <StepPanel title={title}>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Fact name="Conditions" isWide>
          <span className="whitespace-pre-line font-normal">{conditions}</span>
        </Fact>
        <Fact name="First name">{name}</Fact>
        <Fact name="Last day" at={last_day} />
        <Fact name="Handed out by">{merchant ?? desk}</Fact>
      </dl>
      {merchant ? (
        <Notice kind="warning">
          <p>This reward belongs to {merchant}. You can still hand it over here.</p>
        </Notice>
      ) : null}
      <p className="text-muted text-small">Hand it over within {HAND_OVER_MS / 60_000} minutes, or check it again.</p>
      <ErrorNotice>{problem}</ErrorNotice>
      <div className="flex flex-wrap gap-2">
        <Button isBusy={handing.isPending} onClick={confirm}>
          Hand over
        </Button>
        <Button look="secondary" aria-disabled={handing.isPending} onClick={() => handing.isPending || onCancel()}>
          Cancel
        </Button>
      </div>
    </StepPanel>
  )
}

type HandedOverProps = { voucher: ShownVoucher; until: number; onNext: () => void }

function HandedOver({ voucher: { id, title, name }, until, onNext }: HandedOverProps) {
  return (
    <StepPanel title="Done">
      <Notice kind="success">
        <p className="font-semibold">
          {title}, handed over to {name}.
        </p>
      </Notice>
      <div className="flex flex-wrap items-start gap-2">
        <Button onClick={onNext}>Next voucher</Button>
        <TakeBackButton id={id} until={until} onTakenBack={onNext} />
      </div>
    </StepPanel>
  )
}

/** A step whose heading gets the focus, so that a screen reader reads what follows. */
function StepPanel({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section
      aria-label={title}
      className="grid max-w-2xl gap-4 rounded-sheet border border-line bg-sheet p-4 shadow-sheet sm:p-5"
    >
      <h2 ref={heading} tabIndex={-1} className="wrap-anywhere font-bold text-title outline-none">
        {title}
      </h2>
      {children}
    </section>
  )
}
