import { enrol } from '@stampus/contract/counter/phones'
import { PHONE_NAME_MAX } from '@stampus/contract/limits'
import { Button } from '@stampus/ui/Button'
import { Field } from '@stampus/ui/Field'
import { Notice } from '@stampus/ui/Notice'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import * as sentences from '#sentences'
import * as words from '#words'
import { call, fieldError, useWork } from '../../shared/api/api.ts'
import { ErrorNotice } from '../../shared/components/ErrorNotice.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { paths } from '../../shared/paths.ts'
import { storeAnswer, useStoredPhone } from '../../shared/storage/ownPhone.ts'

/** Where the QR code of an owner leads. The code is in the fragment, which browsers send to no server. */
export default function EnrolPage() {
  const [, navigate] = useLocation()
  const stored = useStoredPhone()
  const [token] = useState(() => location.hash.slice(1))
  const [name, setName] = useState(words.enrolFirstName)
  const enrolling = useWork(async () => {
    const { data } = await call(enrol, { token, name })
    storeAnswer(data)
    navigate(paths.counter, { replace: true })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void enrolling.run()
  }
  const badToken = fieldError(enrolling.error, 'token')
  return (
    <Page title={words.enrolTitle}>
      <p>{words.enrolText}</p>
      {stored ? (
        <Notice kind="warning">
          <p>{sentences.enrolReplaces(stored.merchant.name)}</p>
        </Notice>
      ) : null}
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field
          label={words.enrolName}
          hint={words.enrolNameHint}
          maxLength={PHONE_NAME_MAX}
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={fieldError(enrolling.error, 'name')}
        />
        {badToken ? (
          <Notice kind="error" role="alert">
            <p>{badToken}</p>
          </Notice>
        ) : (
          <ErrorNotice error={enrolling.error} fields={['name', 'token']} />
        )}
        <Button type="submit" isBusy={enrolling.isBusy} className="min-h-14">
          {words.enrolButton}
        </Button>
      </form>
    </Page>
  )
}
