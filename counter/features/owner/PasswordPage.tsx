import { fieldError } from '@stampus/contract/client'
import { setPassword } from '@stampus/contract/counter/owners'
import { readMailedLink } from '@stampus/ui/browser/mailedLink'
import { useState } from 'react'
import { useLocation } from 'wouter'
import * as words from '#words'
import { call, useWork } from '../../shared/api/api.ts'
import { Form } from '../../shared/components/Form.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { PasswordField } from '../../shared/components/PasswordField.tsx'
import { paths } from '../../shared/paths.ts'

/** Where the link of an invitation or of a new password leads. */
export default function PasswordPage() {
  const [, navigate] = useLocation()
  const [link] = useState(readMailedLink)
  const saving = useWork(async ({ password }: { password: string }) => {
    await call(setPassword, { ...link, password })
    navigate(paths.owner, { replace: true })
  })
  return (
    <Page title={words.passwordTitle}>
      <Form work={saving} fields={['password']} action={words.passwordSave}>
        <PasswordField
          label={words.password}
          name="password"
          autoComplete="new-password"
          hint={words.passwordHint}
          error={fieldError(saving.error, 'password')}
        />
      </Form>
    </Page>
  )
}
