import { type Cashier, type Phone, showMerchant } from '@stampus/contract/counter/owners'
import {
  addCashier,
  changeCashier,
  createEnrolment,
  enrol,
  removeCashier,
  removePhone,
  startWork,
} from '@stampus/contract/counter/phones'
import { CASHIER_NAME_MAX, PIN_DIGITS } from '@stampus/contract/limits'
import { Button, buttonClass } from '@stampus/ui/Button'
import { useWork } from '@stampus/ui/browser/useWork'
import { Field } from '@stampus/ui/Field'
import { fieldError, generalError } from '@stampus/ui/fieldErrors'
import { ErrorNotice } from '@stampus/ui/forms/ErrorNotice'
import { CancelButton, Form, typedIn } from '@stampus/ui/forms/Form'
import { QrCode } from '@stampus/ui/qr/QrCode'
import { useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import * as sentences from '#sentences'
import { signInTitle } from '#signInWords'
import * as statementWords from '#statementWords'
import * as words from '#words'
import { call } from '../../shared/api/api.ts'
import { useAnswer } from '../../shared/api/useAnswer.ts'
import { Loaded } from '../../shared/components/Loaded.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { Removable, Section } from '../../shared/components/Section.tsx'
import { digitsOf } from '../../shared/digits.ts'
import { BASE, paths, shopHistoryPath, statementsPath } from '../../shared/paths.ts'
import { storeAnswer, storeCashier } from '../../shared/storage/ownPhone.ts'
import { formatDayAndTime } from '../../shared/times.ts'
import { forOwner, type OwnerProps, shopName, useSessionEnd } from './OwnerGate.tsx'
import { OwnerLinks } from './OwnerPage.tsx'

export default forOwner(ShopPage)

function ShopPage({ id, owner, onSignedOut }: OwnerProps & { id: number }) {
  const answer = useAnswer(showMerchant, { id })
  useSessionEnd(answer.error, onSignedOut)
  const back = owner.merchants.length > 1 ? { back: paths.owner } : {}
  return (
    <Page title={shopName(owner, id) ?? signInTitle} {...back}>
      <Loaded answer={answer}>
        {({ data: { phones, cashiers } }) =>
          phones.length === 0 && cashiers.length === 0 ? (
            <SetUp shopId={id} ownerName={owner.name} onChanged={answer.reload} />
          ) : (
            <>
              <PhonesSection shopId={id} phones={phones} onChanged={answer.reload} />
              <CashiersSection shopId={id} cashiers={cashiers} onChanged={answer.reload} />
            </>
          )
        }
      </Loaded>
      <div className="grid gap-2">
        <Link href={shopHistoryPath(id)} className={buttonClass('secondary', 'min-h-12')}>
          {words.handOvers}
        </Link>
        <Link href={statementsPath(id)} className={buttonClass('secondary', 'min-h-12')}>
          {statementWords.title}
        </Link>
      </div>
      <OwnerLinks onSignedOut={onSignedOut} />
    </Page>
  )
}

type PartProps = { shopId: number; onChanged: () => Promise<void> }

/** The first steps in one form: the owner becomes the first cashier, and this phone the first counter. */
function SetUp({ shopId, ownerName, onChanged }: PartProps & { ownerName: string }) {
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

function PhonesSection({ shopId, phones, onChanged }: PartProps & { phones: Phone[] }) {
  const [, navigate] = useLocation()
  const [token, setToken] = useState<string>()
  const createToken = async () => (await call(createEnrolment, { id: shopId })).data.token
  const adding = useWork(async () => setToken(await createToken()))
  const addingThis = useWork(async () => navigate(`${paths.enrol}#${await createToken()}`))
  return (
    <Section title={words.phones}>
      {phones.length === 0 ? <p>{words.phonesEmpty}</p> : null}
      <ul className="grid gap-2">
        {phones.map((phone) => (
          <Removable
            key={phone.id}
            name={phone.name}
            detail={sentences.lastUsed(formatDayAndTime(phone.last_used_at))}
            question={sentences.removePhoneQuestion(phone.name)}
            remove={async () => {
              await call(removePhone, { id: phone.id })
              await onChanged()
            }}
          />
        ))}
      </ul>
      {token ? (
        <figure className="grid justify-items-center gap-3 rounded-sheet border border-border-strong bg-sheet p-4">
          <QrCode value={`${location.origin}${BASE}${paths.enrol}#${token}`} title={words.addPhone} className="w-60" />
          <figcaption className="text-balance text-center">{words.addPhoneText}</figcaption>
          <Button
            look="secondary"
            onClick={() => {
              setToken(undefined)
              void onChanged()
            }}
          >
            {words.close}
          </Button>
        </figure>
      ) : null}
      <ErrorNotice>{generalError(adding.error ?? addingThis.error)}</ErrorNotice>
      {token ? null : (
        <div className="flex flex-wrap gap-2">
          <Button className="grow" isBusy={addingThis.isBusy} onClick={() => void addingThis.run()}>
            {words.addThisPhone}
          </Button>
          <Button look="secondary" className="grow" isBusy={adding.isBusy} onClick={() => void adding.run()}>
            {words.addPhone}
          </Button>
        </div>
      )}
    </Section>
  )
}

function CashiersSection({ shopId, cashiers, onChanged }: PartProps & { cashiers: Cashier[] }) {
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

type NameAndPin = { name: string; pin: string }
const nameAndPin = ['name', 'pin']

function NameAndPinFields({ name, error }: { name: string; error: unknown }) {
  return (
    <>
      <Field
        label={words.cashierName}
        name="name"
        maxLength={CASHIER_NAME_MAX}
        defaultValue={name}
        error={fieldError(error, 'name')}
      />
      <Field
        label={words.pin}
        name="pin"
        hint={words.pinHint}
        inputMode="numeric"
        autoComplete="off"
        maxLength={PIN_DIGITS}
        onChange={({ target }) => {
          target.value = digitsOf(target.value)
        }}
        error={fieldError(error, 'pin')}
      />
    </>
  )
}
