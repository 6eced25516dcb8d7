import { COUNTER_CODE_DIGITS } from '@stampus/contract/limits'
import { confirmOffline, show, type Voucher } from '@stampus/contract/rewards/vouchers'
import { Button } from '@stampus/ui/Button'
import { Dialog, DialogActions } from '@stampus/ui/Dialog'
import { Field } from '@stampus/ui/Field'
import { useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as words from '#words'
import { call, q, useCall } from '../../shared/api/api.ts'
import { CallError, fieldErrors } from '../../shared/api/CallError.ts'
import { focusTitle } from '../../shared/components/Title.tsx'
import { callErrorText } from '../../shared/receipts/submitErrors.ts'
import { refetchRewards } from '../../shared/rewards/rewards.ts'
import { forgetOpenedVoucher } from '../../shared/storage/openedVouchers.ts'

/** For a counter without a network: a button that opens the field for the code which the counter shows. */
export function CounterCode({ voucher }: { voucher: Voucher }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
        <WifiOff aria-hidden="true" className="size-5" />
        {words.counterCode}
      </Button>
      {isOpen ? <CodeDialog id={voucher.id} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function CodeDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const [code, setCode] = useState('')
  const { confirm, loading, error } = useConfirming(id, onClose)
  const codeError = fieldErrors(error).code
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void confirm(code)
  }
  return (
    <Dialog
      title={words.counterCodeTitle}
      error={error && !codeError ? callErrorText(error) : undefined}
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
          error={codeError}
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

/** Confirms once, even on a double click. A voucher that ended meanwhile is shown with its state. */
function useConfirming(id: number, onClose: () => void) {
  const queries = useQueryClient()
  const { run, loading } = useCall(confirmOffline)
  const isRunning = useRef(false)
  const [error, setError] = useState<unknown>()
  const confirm = async (typed: string) => {
    if (isRunning.current) return
    isRunning.current = true
    setError(undefined)
    try {
      const ended = await confirmOrFindEnded(() => run({ id, code: typed.replace(/\s/g, '') }), id)
      forgetOpenedVoucher(String(id))
      const { queryKey } = q(show, { id: String(id) })
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, { data: { ...ended, is_open_here: false, is_open_elsewhere: false } })
      flushSync(onClose)
      focusTitle()
      refetchRewards(queries)
    } catch (failure) {
      setError(failure)
    } finally {
      isRunning.current = false
    }
  }
  return { confirm, loading, error }
}

/** A 409 means that the voucher ended before, perhaps by a request whose reply was lost. */
async function confirmOrFindEnded(run: () => Promise<{ data: Voucher }>, id: number): Promise<Voucher> {
  try {
    return (await run()).data
  } catch (error) {
    if (!(error instanceof CallError && error.status === 409)) throw error
    return (await call(show, { id })).data
  }
}
