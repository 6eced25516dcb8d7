import type { Cashier } from '@stampus/contract/counter/owners'
import { addCashier, changeCashier, removeCashier } from '@stampus/contract/counter/phones'
import { CASHIER_NAME_MAX, PIN_DIGITS } from '@stampus/contract/limits'
import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import { type FormEvent, useState } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { call, fieldError, useWork } from '../../shared/api/api.ts'
import { ErrorNotice } from '../../shared/components/ErrorNotice.tsx'
import { Removable } from '../../shared/components/Removable.tsx'

type Props = { shopId: number; cashiers: Cashier[]; onChanged: () => Promise<void> }

/** Who may hand over rewards of a shop. */
export function CashiersSection({ shopId, cashiers, onChanged }: Props) {
  const [open, setOpen] = useState<'new' | number>()
  const close = async () => {
    setOpen(undefined)
    await onChanged()
  }
  return (
    <section aria-label={words.cashiers} className="grid gap-3">
      <h2 className="font-bold text-lead">{words.cashiers}</h2>
      {cashiers.length === 0 ? <p>{words.cashiersEmpty}</p> : null}
      <ul className="grid gap-2">
        {cashiers.map(({ id, name }) => (
          <Removable
            key={id}
            name={name}
            question={sentences.removeCashierQuestion(name)}
            remove={async () => {
              await call(removeCashier, { id })
              await onChanged()
            }}
            {...(open !== id && {
              action: (
                <Button look="secondary" aria-label={sentences.newPinFor(name)} onClick={() => setOpen(id)}>
                  {words.newPin}
                </Button>
              ),
            })}
          >
            {open === id ? (
              <CashierForm
                title={sentences.newPinFor(name)}
                name={name}
                save={async (given) => {
                  await call(changeCashier, { id, ...given })
                  await close()
                }}
                onCancel={() => setOpen(undefined)}
              />
            ) : null}
          </Removable>
        ))}
      </ul>
      {open === 'new' ? (
        <CashierForm
          title={words.addCashier}
          name=""
          save={async (given) => {
            await call(addCashier, { id: shopId, ...given })
            await close()
          }}
          onCancel={() => setOpen(undefined)}
        />
      ) : (
        <Button look="secondary" className="justify-self-start" onClick={() => setOpen('new')}>
          {words.addCashier}
        </Button>
      )}
    </section>
  )
}

type FormProps = {
  title: string
  name: string
  save: (given: { name: string; pin: string }) => Promise<void>
  onCancel: () => void
}

function CashierForm({ title, name: before, save, onCancel }: FormProps) {
  const [name, setName] = useState(before)
  const [pin, setPin] = useState('')
  const saving = useWork(() => save({ name, pin }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void saving.run()
  }
  return (
    <form onSubmit={submit} noValidate aria-label={title} className="grid gap-3">
      <h3 className="font-semibold">{title}</h3>
      <Field
        label={words.cashierName}
        maxLength={CASHIER_NAME_MAX}
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={fieldError(saving.error, 'name')}
      />
      <Field
        label={words.pin}
        hint={words.pinHint}
        inputMode="numeric"
        autoComplete="off"
        maxLength={PIN_DIGITS}
        value={pin}
        onChange={({ target }) => setPin(target.value.replace(/\D/g, ''))}
        error={fieldError(saving.error, 'pin')}
      />
      <ErrorNotice error={saving.error} fields={['name', 'pin']} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={saving.isBusy}>
          {words.save}
        </Button>
        <Button look="secondary" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}
