import type { Cashier } from '@stampus/contract/counter/owners'
import { addCashier, changeCashier, removeCashier } from '@stampus/contract/counter/phones'
import { Button } from '@stampus/ui/Button'
import { useWork } from '@stampus/ui/browser/useWork'
import { CancelButton, Form } from '@stampus/ui/forms/Form'
import { useState } from 'react'
import * as sentences from '#sentences'
import * as words from '#words'
import { call } from '../../shared/api/api.ts'
import { Removable } from '../../shared/components/Removable.tsx'
import { Section } from '../../shared/components/Section.tsx'
import { type NameAndPin, NameAndPinFields, nameAndPin } from './NameAndPin.tsx'

type Props = { shopId: number; cashiers: Cashier[]; onChanged: () => Promise<void> }

export function CashiersSection({ shopId, cashiers, onChanged }: Props) {
  const [open, setOpen] = useState<'new' | number>()
  const close = () => setOpen(undefined)
  const saved = async () => {
    close()
    await onChanged()
  }
  return (
    <Section title={words.cashiers}>
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
                save={(typed) => call(changeCashier, { id, ...typed }).then(saved)}
                onCancel={close}
              />
            ) : null}
          </Removable>
        ))}
      </ul>
      {open === 'new' ? (
        <CashierForm
          title={words.addCashier}
          name=""
          save={(typed) => call(addCashier, { id: shopId, ...typed }).then(saved)}
          onCancel={close}
        />
      ) : (
        <Button look="secondary" className="justify-self-start" onClick={() => setOpen('new')}>
          {words.addCashier}
        </Button>
      )}
    </Section>
  )
}

type FormProps = { title: string; name: string; save: (typed: NameAndPin) => Promise<void>; onCancel: () => void }

function CashierForm({ title, name, save, onCancel }: FormProps) {
  const saving = useWork(save)
  return (
    <Form
      work={saving}
      fields={nameAndPin}
      action={words.save}
      label={title}
      more={<CancelButton text={words.cancel} onClick={onCancel} />}
    >
      <h3 className="font-semibold">{title}</h3>
      <NameAndPinFields name={name} error={saving.error} />
    </Form>
  )
}
