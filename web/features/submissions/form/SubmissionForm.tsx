import { type Merchant, show } from '@stampus/contract/merchants'
import type { PreviewFacts } from '@stampus/contract/ocrPreview'
import type { Submission } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import { formatAmount, stampsFor } from '@stampus/contract/values/money'
import type { PictureRule } from '@stampus/contract/values/pictures'
import { parseAmount, plainAmount } from '@stampus/contract/values/typedAmounts'
import { Button } from '@stampus/ui/Button'
import { Dialog, DialogActions } from '@stampus/ui/Dialog'
import { Notice } from '@stampus/ui/Notice'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import * as sentences from '#sentences'
import * as words from '#words'
import { q } from '../../../shared/api/api.ts'
import { TextLink } from '../../../shared/components/Link.tsx'
import { QueryFailure } from '../../../shared/components/QueryFailure.tsx'
import { SlipRule } from '../../../shared/components/Slip.tsx'
import { MerchantRules } from '../../../shared/merchants/MerchantDetails.tsx'
import { linkTo } from '../../../shared/paths.ts'
import { dropZoneClass } from '../../../shared/pictures/droppedFiles.ts'
import type { OpenedDraft, Receipt } from '../../../shared/receipts/draft.ts'
import { useDrafts } from '../../../shared/receipts/draft.ts'
import { settings } from '../../../shared/settings.ts'
import { useSession } from '../../../shared/storage/session.ts'
import { AdminComments, WhyRejected } from '../detail/DecisionNotes.tsx'
import { useOcrPreview, usePhotoFill } from './photoFill.ts'
import { MerchantField, ReceiptFieldset } from './ReceiptFieldset.tsx'
import { Invitation, ReceiptPicker } from './ReceiptPicker.tsx'
import {
  fieldsOf,
  fileError,
  type ReceiptForm,
  resolverFor,
  useCorrectedSubmission,
  useFormDraft,
  useStoredDraft,
  withCorrectedFacts,
} from './receiptFields.ts'
import { SubmitBar, useSubmit } from './SubmitBar.tsx'

/** Without a merchant, the form asks for it; without `asksForDate`, it sends today's date. */
type FormProps = { merchant?: Merchant; rule: PictureRule; asksForDate: boolean; hasTabBar?: boolean }

type Corrected = { correct: number | undefined; corrected: Submission | undefined }

/** A resubmission first loads the rejected receipt, unless this browser has a draft of it. */
export function SubmissionForm(props: FormProps) {
  const { correct, corrected, query } = useCorrectedSubmission()
  const hasDraft = useDrafts(({ drafts }) => drafts.some(({ corrects }) => corrects && corrects === correct))
  if (props.merchant?.is_active === false) return <Notice kind="info">{texts.merchantInactive}</Notice>
  if (query?.isPending) return <FormLoading />
  if (query?.isLoadingError && !hasDraft) return <QueryFailure text={texts.submissionFailed} query={query} />
  return <DraftForm key={correct} {...props} correct={correct} corrected={corrected} />
}

/** Starts with the stored draft, and starts over when another person signs in. */
function DraftForm({ correct, corrected, ...props }: FormProps & Corrected) {
  const personCount = usePersonCount()
  const [search] = useSearchParams()
  const [restarts, setRestarts] = useState(0)
  // A resubmission starts only with its own draft.
  const id = correct ? undefined : (search.get('draft') ?? undefined)
  const draft = useStoredDraft(personCount, { id, merchantId: props.merchant?.id, correct })
  if (draft === undefined) return <FormLoading />
  return (
    <FormFields
      key={`${personCount} ${id} ${restarts}`}
      {...props}
      draft={restarts ? null : draft}
      corrected={restarts ? undefined : corrected}
      onAnother={() => setRestarts(restarts + 1)}
    />
  )
}

/** Increases when a member leaves, so that the form keeps nothing of theirs. A guest may become a member. */
function usePersonCount(): number {
  const member = useSession((session) => session.user?.id ?? null)
  const [last, setLast] = useState({ member, count: 0 })
  if (last.member === member) return last.count
  const count = last.member === null ? last.count : last.count + 1
  setLast({ member, count })
  return count
}

/** As tall as the form on a merchant's page, so that nothing below it moves. */
function FormLoading() {
  return (
    <div className={columnsClass}>
      <div aria-hidden="true">
        <p className="mb-1.5 font-semibold">{words.receiptPicture}</p>
        <div className={`p-4 sm:p-6 ${dropZoneClass()}`}>
          <Invitation />
          <div className="flex flex-wrap justify-center gap-3">
            <Skeleton className="h-11 w-44 pointer-fine:hidden" />
            <Skeleton className="h-11 w-53" />
          </div>
        </div>
      </div>
      <Loading label={words.receiptFormWait} className="grid content-start gap-5">
        <Skeleton className="h-18 w-full" />
        <Skeleton className="h-18 w-full" />
        <Skeleton className="h-19 w-full sm:hidden" />
        <Skeleton className="h-14 w-60" />
        {/* The button, and the line above it. */}
        <Skeleton className="h-[calc(3.5rem+1px)] w-full" />
      </Loading>
    </div>
  )
}

type Props = FormProps & { draft: OpenedDraft | null; corrected: Submission | undefined; onAnother: () => void }

function FormFields({ merchant, rule, asksForDate, hasTabBar = false, draft, corrected, onAnother }: Props) {
  const resolver = useMemo(() => resolverFor(rule), [rule])
  const options = { merchantId: merchant?.id, rule, asksForDate }
  const defaultValues = withCorrectedFacts(fieldsOf(draft, options), corrected)
  const form = useForm<Receipt>({ resolver, defaultValues })
  const formDraft = useFormDraft(form, draft, asksForDate)
  const asked = { asksForMerchant: !merchant, asksForDate }
  const submission = useSubmit(form, { ...asked, formDraft, mayBeSent: (fields) => question.mayBeSent(fields) })
  const isLocked = submission.waits || submission.share !== undefined
  const ocr = useOcrPreview(form, submission.visitor === 'member' && !isLocked)
  const { read } = ocr
  const question = useAmountQuestion(form, read)
  const filled = usePhotoFill(form, read, asked)
  const stamps = useExpectedStamps(form, merchant)
  const { setError } = form
  useEffect(() => {
    const error = fileError(draft?.receipt_image, rule)
    if (error) setError('receipt_image', { message: error })
  }, [draft, rule, setError])
  const otherMerchant = merchant && read?.merchant?.id !== merchant.id ? read?.merchant?.name : undefined
  const stateClass = submission.waits ? 'opacity-70' : ''
  return (
    <form onSubmit={submission.submit} noValidate className={`@container ${columnsClass}`}>
      {corrected ? <ResubmissionNote corrected={corrected} /> : null}
      <fieldset disabled={isLocked} className={`min-w-0 lg:sticky lg:top-4 lg:self-start ${stateClass}`}>
        <ReceiptPicker {...ocr} form={form} rule={rule} asksForDate={asksForDate} isLocked={isLocked} />
      </fieldset>
      <div className="contents min-w-0 grid-cols-1 content-start gap-4 lg:grid">
        <p role="status" className="sr-only">
          {filled.length > 0 ? sentences.receiptFilledIn(filled) : null}
        </p>
        <fieldset disabled={isLocked} className={`grid min-w-0 grid-cols-1 gap-4 ${clearOfBarClass} ${stateClass}`}>
          {merchant ? <MerchantRules merchant={merchant} /> : <MerchantField form={form} read={read} />}
          <div role="status" className="empty:hidden">
            {otherMerchant ? <Notice kind="warning">{sentences.receiptOtherMerchant(otherMerchant)}</Notice> : null}
          </div>
          <ReceiptFieldset form={form} asksForDate={asksForDate} earlierId={submission.earlierId} read={read} />
        </fieldset>
        <SlipRule />
        {merchant && !asksForDate && !isLocked ? (
          <p className="-mb-3 grid items-center justify-items-start gap-x-1.5 text-small text-muted sm:flex">
            {words.receiptSentWithToday}
            <TextLink to={linkTo('newSubmission', { merchantId: merchant.id })} label={words.receiptOtherDay} />
          </p>
        ) : null}
        <SubmitBar {...submission} form={form} stamps={stamps} hasTabBar={hasTabBar} onAnother={onAnother} />
      </div>
      <AmountQuestion {...question} onSend={() => void submission.submit()} />
    </form>
  )
}

const columnsClass = 'flex flex-col gap-4 lg:grid lg:grid-cols-2 lg:gap-8'
/** The browser scrolls a focused control clear of the submit bar. */
const clearOfBarClass = '[&_:is(input,button)]:scroll-mb-44'

/** The stamps that the typed amount would earn at the merchant, 0 if it is not known or too low. */
function useExpectedStamps({ control }: ReceiptForm, given: Merchant | undefined): number {
  const [typed, id] = useWatch({ control, name: ['purchase_amount', 'merchant_id'] })
  const { data } = useQuery({ ...q(show, { id }), enabled: !given && id !== '' })
  const minimum = parseAmount((given ?? data?.data)?.minimum_spend ?? '') ?? 0
  const amount = parseAmount(plainAmount(typed, settings.currency) ?? '') ?? 0
  return amount < minimum ? 0 : stampsFor(amount, settings)
}

function ResubmissionNote({ corrected }: { corrected: Submission }) {
  return (
    <div className="grid gap-6 lg:col-span-2">
      {corrected.status === 'rejected' ? (
        <>
          <Notice kind="info">{sentences.receiptCorrecting(corrected.invoice_no, corrected.merchant.name)}</Notice>
          <WhyRejected submission={corrected} />
          <AdminComments submission={corrected} />
        </>
      ) : (
        <Notice kind="warning">{words.receiptNotRejected}</Notice>
      )}
    </div>
  )
}

type Amounts = { photo: string; typed: string }

/** Asks once for each pair of amounts that differ. `mayBeSent` returns false while it asks. */
function useAmountQuestion(form: ReceiptForm, read: PreviewFacts | undefined) {
  const [question, setQuestion] = useState<Amounts>()
  const answered = useRef(new Set<string>())
  const photo = read?.sure?.includes('purchase_amount') ? read.purchase_amount : null
  const mayBeSent = ({ purchase_amount }: Pick<Receipt, 'purchase_amount'>) => {
    const typed = plainAmount(purchase_amount, settings.currency)
    if (!photo || !typed || typed === photo || answered.current.has(`${photo} ${typed}`)) return true
    setQuestion({ photo, typed })
    return false
  }
  const close = () => setQuestion(undefined)
  const accept = ({ photo, typed }: Amounts) => {
    answered.current.add(`${photo} ${typed}`)
    close()
  }
  const takePhotoAmount = ({ photo }: Amounts) => {
    close()
    form.setValue('purchase_amount', photo, { shouldValidate: true })
    // After the dialog has returned the focus to the button.
    setTimeout(() => form.setFocus('purchase_amount'))
  }
  return { question, mayBeSent, accept, takePhotoAmount, close }
}

type QuestionProps = Omit<ReturnType<typeof useAmountQuestion>, 'mayBeSent'> & { onSend: () => void }

function AmountQuestion({ question, accept, takePhotoAmount, close, onSend }: QuestionProps) {
  if (!question) return null
  const photo = formatAmount(question.photo, settings.currency)
  const typed = formatAmount(question.typed, settings.currency)
  const send = () => {
    accept(question)
    onSend()
  }
  return (
    <Dialog title={sentences.receiptAmountDiffers(photo, typed)} onClose={close}>
      <DialogActions cancel={words.receiptAmountBack}>
        <Button look="secondary" onClick={send}>
          {sentences.receiptAmountSend(typed)}
        </Button>
        <Button onClick={() => takePhotoAmount(question)}>{sentences.receiptAmountUse(photo)}</Button>
      </DialogActions>
    </Dialog>
  )
}
