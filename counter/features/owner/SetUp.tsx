import { addCashier, createEnrolment, enrol, startWork } from '@stampus/contract/counter/phones'
import { CASHIER_NAME_MAX } from '@stampus/contract/limits'
import { Button } from '@stampus/ui/Button'
import { useWork } from '@stampus/ui/browser/useWork'
import { Form, typedIn } from '@stampus/ui/forms/Form'
import { useRef } from 'react'
import { useLocation } from 'wouter'
import * as words from '#words'
import { call } from '../../shared/api/api.ts'
import { Section } from '../../shared/components/Section.tsx'
import { paths } from '../../shared/paths.ts'
import { storeAnswer, storeCashier } from '../../shared/storage/ownPhone.ts'
import { type NameAndPin, NameAndPinFields, nameAndPin } from './NameAndPin.tsx'

type Props = { shopId: number; ownerName: string; onChanged: () => Promise<void> }

/** The first steps in one form: the owner becomes the first cashier, and this phone the first counter. */
export function SetUp({ shopId, ownerName, onChanged }: Props) {
  const [, navigate] = useLocation()
  // A second try after a lost connection goes on where the first one stopped.
  const added = useRef<{ id: number }>(undefined)
  const addOnce = async (typed: NameAndPin) => {
    added.current ??= (await call(addCashier, { id: shopId, ...typed })).data
    return added.current
  }
  const settingUp = useWork(async (typed: NameAndPin) => {
    const cashier = await addOnce(typed)
    const { data: enrolment } = await call(createEnrolment, { id: shopId })
    const { data: phone } = await call(enrol, { token: enrolment.token, name: words.enrolFirstName })
    storeAnswer(phone)
    storeCashier((await call(startWork, { cashier_id: cashier.id, pin: typed.pin })).data)
    navigate(paths.counter)
  })
  const later = useWork(async (typed: NameAndPin) => {
    await addOnce(typed)
    await onChanged()
  })
  const error = settingUp.error ?? later.error
  const laterButton = (
    <Button
      look="quiet"
      className="w-full"
      isBusy={later.isBusy}
      onClick={({ currentTarget: { form } }) => form && void later.run(typedIn(form))}
    >
      {words.setUpLater}
    </Button>
  )
  return (
    <Section title={words.setUpTitle}>
      <p>{words.setUpText}</p>
      <Form work={{ ...settingUp, error }} fields={nameAndPin} action={words.setUpButton} more={laterButton}>
        <NameAndPinFields name={firstNameIn(ownerName)} error={error} />
      </Form>
    </Section>
  )
}

const firstNameIn = (name: string) => name.trim().split(/\s+/)[0]?.slice(0, CASHIER_NAME_MAX) ?? ''
