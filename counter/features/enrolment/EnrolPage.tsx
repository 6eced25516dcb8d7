import { enrol } from '@stampus/contract/counter/phones'
import { PHONE_NAME_MAX } from '@stampus/contract/limits'
import { useWork } from '@stampus/ui/browser/useWork'
import { Field } from '@stampus/ui/Field'
import { fieldError } from '@stampus/ui/fieldErrors'
import { ErrorNotice } from '@stampus/ui/forms/ErrorNotice'
import { Form } from '@stampus/ui/forms/Form'
import { Notice } from '@stampus/ui/Notice'
import { useState } from 'react'
import { useLocation } from 'wouter'
import * as sentences from '#sentences'
import * as words from '#words'
import { call } from '../../shared/api/api.ts'
import { Page } from '../../shared/components/Page.tsx'
import { paths } from '../../shared/paths.ts'
import { storeAnswer, useStoredPhone } from '../../shared/storage/ownPhone.ts'

/** Where the QR code of an owner leads. The code is in the fragment, which browsers send to no server. */
export default function EnrolPage() {
  const [, navigate] = useLocation()
  const stored = useStoredPhone()
  const [token] = useState(() => location.hash.slice(1))
  const enrolling = useWork(async ({ name }: { name: string }) => {
    const { data } = await call(enrol, { token, name })
    storeAnswer(data)
    navigate(paths.counter, { replace: true })
  })
  const badToken = fieldError(enrolling.error, 'token')
  return (
    <Page title={words.enrolTitle}>
      <p>{words.enrolText}</p>
      {stored ? <Notice kind="warning">{sentences.enrolReplaces(stored.merchant.name)}</Notice> : null}
      <Form work={enrolling} fields={['name', 'token']} action={words.enrolButton}>
        <Field
          label={words.enrolName}
          name="name"
          hint={words.enrolNameHint}
          maxLength={PHONE_NAME_MAX}
          defaultValue={words.enrolFirstName}
          error={fieldError(enrolling.error, 'name')}
        />
        <ErrorNotice>{badToken}</ErrorNotice>
      </Form>
    </Page>
  )
}
