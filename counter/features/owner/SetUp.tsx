import { addCashier, createEnrolment, enrol, startWork } from '@stampus/contract/counter/phones'
import { CASHIER_NAME_MAX, PIN_DIGITS } from '@stampus/contract/limits'
import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import { type FormEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import * as words from '#words'
import { call, fieldError, useWork } from '../../shared/api/api.ts'
import { ErrorNotice } from '../../shared/components/ErrorNotice.tsx'
import { paths } from '../../shared/paths.ts'
import { storeAnswer, storeCashier } from '../../shared/storage/ownPhone.ts'

type Props = { shopId: number; ownerName: string; onChanged: () => Promise<void> }

/** The first steps in one form: the owner becomes the first cashier, and this phone the first counter. */
export function SetUp({ shopId, ownerName, onChanged }: Props) {
  const [, navigate] = useLocation()
  const [name, setName] = useState(() => ownerName.trim().split(/\s+/)[0]?.slice(0, CASHIER_NAME_MAX) ?? '')
  const [pin, setPin] = useState('')
  // A second try after a lost connection goes on where the first one stopped.
  const added = useRef<{ id: number; name: string }>(undefined)
  const addOnce = async () => {
    added.current ??= (await call(addCashier, { id: shopId, name, pin })).data
    return added.current
  }
  const settingUp = useWork(async () => {
    const cashier = await addOnce()
    const { data: enrolment } = await call(createEnrolment, { id: shopId })
    const { data: phone } = await call(enrol, { token: enrolment.token, name: words.enrolFirstName })
    storeAnswer(phone)
    storeCashier((await call(startWork, { cashier_id: cashier.id, pin })).data)
    navigate(paths.counter)
  })
  const later = useWork(async () => {
    await addOnce()
    await onChanged()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void settingUp.run()
  }
  const error = settingUp.error ?? later.error
  return (
    <section aria-label={words.setUpTitle} className="grid gap-4">
      <h2 className="font-bold text-lead">{words.setUpTitle}</h2>
      <p>{words.setUpText}</p>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field
          label={words.cashierName}
          maxLength={CASHIER_NAME_MAX}
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={fieldError(error, 'name')}
        />
        <Field
          label={words.pin}
          hint={words.pinHint}
          inputMode="numeric"
          autoComplete="off"
          maxLength={PIN_DIGITS}
          value={pin}
          onChange={({ target }) => setPin(target.value.replace(/\D/g, ''))}
          error={fieldError(error, 'pin')}
        />
        <ErrorNotice error={error} fields={['name', 'pin']} />
        <Button type="submit" isBusy={settingUp.isBusy} className="min-h-14">
          {words.setUpButton}
        </Button>
        <Button look="quiet" isBusy={later.isBusy} onClick={() => void later.run()}>
          {words.setUpLater}
        </Button>
      </form>
    </section>
  )
}
