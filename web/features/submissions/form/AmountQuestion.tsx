import type { PreviewFacts } from '@stampus/contract/ocrPreview'
import { formatAmount } from '@stampus/contract/values/money'
import { plainAmount } from '@stampus/contract/values/typedAmounts'
import { Button } from '@stampus/ui/Button'
import { Dialog, DialogActions } from '@stampus/ui/Dialog'
import { useRef, useState } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import type { Receipt } from '../../../shared/receipts/receipt.ts'
import { settings } from '../../../shared/settings.ts'
import type { ReceiptForm } from './receiptFields.ts'

/** The amounts of the photo and of the form, as decimal text. */
type Amounts = { photo: string; typed: string }

/**
 * Asks once for each pair of amounts before sending one that differs from the photo's sure total. `mayBeSent` returns
 * false while it asks.
 */
export function useAmountQuestion(form: ReceiptForm, read: PreviewFacts | undefined) {
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

type Props = Pick<ReturnType<typeof useAmountQuestion>, 'question' | 'accept' | 'takePhotoAmount' | 'close'> & {
  onSend: () => void
}

/** The question whether to send another amount than the photo's. Closing it goes back to the form. */
export function AmountQuestion({ question, accept, takePhotoAmount, close, onSend }: Props) {
  if (!question) return null
  const [photo, typed] = [question.photo, question.typed].map((amount) => formatAmount(amount, settings.currency))
  const send = () => {
    accept(question)
    onSend()
  }
  return (
    <Dialog title={sentences.receiptAmountDiffers(photo ?? '', typed ?? '')} onClose={close}>
      <DialogActions cancel={words.receiptAmountBack}>
        <Button look="secondary" onClick={send}>
          {sentences.receiptAmountSend(typed ?? '')}
        </Button>
        <Button onClick={() => takePhotoAmount(question)}>{sentences.receiptAmountUse(photo ?? '')}</Button>
      </DialogActions>
    </Dialog>
  )
}
