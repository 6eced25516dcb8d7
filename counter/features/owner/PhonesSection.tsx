import type { Phone } from '@stampus/contract/counter/owners'
import { createEnrolment, removePhone } from '@stampus/contract/counter/phones'
import { Button } from '@stampus/ui/Button'
import { useWork } from '@stampus/ui/browser/useWork'
import { ErrorNotice } from '@stampus/ui/forms/ErrorNotice'
import { QrCode } from '@stampus/ui/qr/QrCode'
import { useState } from 'react'
import { useLocation } from 'wouter'
import * as sentences from '#sentences'
import * as words from '#words'
import { call } from '../../shared/api/api.ts'
import { Removable } from '../../shared/components/Removable.tsx'
import { Section } from '../../shared/components/Section.tsx'
import { BASE, paths } from '../../shared/paths.ts'
import { formatDayAndTime } from '../../shared/times.ts'

type Props = { shopId: number; phones: Phone[]; onChanged: () => Promise<void> }

export function PhonesSection({ shopId, phones, onChanged }: Props) {
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
      <ErrorNotice error={adding.error ?? addingThis.error} />
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
