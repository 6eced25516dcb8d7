import { COUNTER_CODE_DIGITS } from '@stampus/contract/limits'
import { confirmOffline, type Voucher } from '@stampus/contract/rewards/vouchers'
import { Button } from '@stampus/ui/Button'
import { Dialog, DialogActions } from '@stampus/ui/Dialog'
import { Field } from '@stampus/ui/Field'
import { WifiOff } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import * as words from '#words'
import { useCall } from '../../shared/api/api.ts'
import { fieldErrors } from '../../shared/api/CallError.ts'
import { DialogButton } from '../../shared/components/DialogButton.tsx'
import { callErrorText } from '../../shared/receipts/submitErrors.ts'
import { useEnding } from './useEnding.ts'

/** For a counter without a network: a button that opens the field for the code which the counter shows. */
export function CounterCode({ voucher }: { voucher: Voucher }) {
  return (
    <DialogButton icon={WifiOff} label={words.counterCode}>
      {(close) => <CodeDialog id={voucher.id} onClose={close} />}
    </DialogButton>
  )
}

function CodeDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const [code, setCode] = useState('')
  const { run, loading } = useCall(confirmOffline)
  const { confirm, error } = useEnding(id, { run: () => run({ id, code: code.replace(/\s/g, '') }), onClose })
  const codeError = fieldErrors(error).code
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void confirm()
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
