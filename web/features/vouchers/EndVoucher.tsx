import { COUNTER_CODE_DIGITS } from '@stampus/contract/limits'
import { confirmOffline, giveBack, show, type Voucher } from '@stampus/contract/rewards/vouchers'
import { texts } from '@stampus/contract/texts'
import { Button } from '@stampus/ui/Button'
import { focusTitle } from '@stampus/ui/browser/focus'
import { useSingleFlight } from '@stampus/ui/browser/useSingleFlight'
import { Dialog, DialogActions } from '@stampus/ui/Dialog'
import { Field } from '@stampus/ui/Field'
import { useQueryClient } from '@tanstack/react-query'
import { Undo2, WifiOff } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import * as sentences from '#sentences'
import * as words from '#words'
import { call, q, useCall } from '../../shared/api/api.ts'
import { CallError, fieldErrors } from '../../shared/api/CallError.ts'
import { DialogButton } from '../../shared/components/DialogButton.tsx'
import { callErrorText } from '../../shared/receipts/submitErrors.ts'
import { refetchRewards } from '../../shared/rewards/rewards.ts'
import { forgetOpenedVoucher } from '../../shared/storage/voucherKeys.ts'
import { showToast } from '../../shared/toasts.ts'

export function CounterCode({ voucher }: { voucher: Voucher }) {
  return (
    <DialogButton icon={WifiOff} label={words.counterCode}>
      {(close) => <CounterCodeDialog id={voucher.id} onClose={close} />}
    </DialogButton>
  )
}

function CounterCodeDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const [code, setCode] = useState('')
  const { run, loading } = useCall(confirmOffline)
  const { confirm, error } = useEnding(id, { run: () => run({ id, code: code.replace(/\s/g, '') }), onClose })
  const counterCodeError = fieldErrors(error).code
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void confirm()
  }
  return (
    <Dialog
      title={words.counterCodeTitle}
      error={error && !counterCodeError ? callErrorText(error) : undefined}
      isBusy={loading}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <p>{words.counterCodeText}</p>
        <Field
          label={words.counterCodeField}
          inputMode="numeric"
          autoComplete="off"
          maxLength={COUNTER_CODE_DIGITS + 1}
          value={code}
          onChange={({ target }) => setCode(target.value)}
          error={counterCodeError}
        />
        <DialogActions cancel={words.counterCodeCancel}>
          <Button type="submit" isBusy={loading}>
            {words.counterCodeConfirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

export function GiveBack({ voucher, subject }: { voucher: Voucher; subject?: string }) {
  const name = subject && `${words.giveBack}: ${subject}`
  return (
    <DialogButton icon={Undo2} label={words.giveBack} aria-label={name}>
      {(close) => <GiveBackDialog voucher={voucher} onClose={close} />}
    </DialogButton>
  )
}

function GiveBackDialog({ voucher: { id, stamps }, onClose }: { voucher: Voucher; onClose: () => void }) {
  const { run, loading } = useCall(giveBack)
  const onEnded = ({ state }: Voucher) => {
    if (state === 'returned')
      showToast({ type: 'success', title: words.giveBackDone, message: sentences.voucherStampsBack(stamps) })
    else showToast({ type: 'warning', title: words.giveBackTooLate, message: texts.voucherNotReady })
  }
  const { confirm, error } = useEnding(id, { run: () => run({ id }), onClose, onEnded })
  const isUnsure = error instanceof CallError && error.status === 0
  const failure = error ? (isUnsure ? words.giveBackUnsure : callErrorText(error)) : undefined
  return (
    <Dialog title={words.giveBackTitle} error={failure} isBusy={loading} isHeadingFocused onClose={onClose}>
      <p>{sentences.giveBackText(stamps)}</p>
      <DialogActions cancel={words.giveBackKeep}>
        <Button look="danger" isBusy={loading} onClick={() => void confirm()}>
          {words.giveBack}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** `onEnded`: called with the voucher as it has ended, which may have happened before. */
type Ending = { run: () => Promise<{ data: Voucher }>; onClose: () => void; onEnded?: (voucher: Voucher) => void }

/** Ends a voucher from a dialog, once, even on a double click. One that ended meanwhile is shown with its state instead. */
function useEnding(id: number, { run, onClose, onEnded }: Ending) {
  const queries = useQueryClient()
  const [error, setError] = useState<unknown>()
  const { queryKey } = q(show, { id: String(id) })
  const confirm = useSingleFlight(async () => {
    setError(undefined)
    try {
      // A 409: it ended before, by a request whose reply was lost, in another tab, or at the counter.
      const { data: ended } = await run().catch((failure) => {
        if (failure instanceof CallError && failure.status === 409) return call(show, { id })
        throw failure
      })
      forgetOpenedVoucher(String(id))
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, { data: { ...ended, is_open_here: false, is_open_elsewhere: false } })
      flushSync(onClose)
      // The button that opened the dialog goes away with the voucher's state.
      focusTitle()
      onEnded?.(ended)
      refetchRewards(queries)
    } catch (failure) {
      setError(failure)
    }
  })
  return { confirm, error }
}
