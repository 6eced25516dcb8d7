import { unlockSignIn } from '@stampus/contract/counter/owners'
import { buttonClass } from '@stampus/ui/Button'
import { readMailedLink } from '@stampus/ui/browser/mailedLink'
import { Notice } from '@stampus/ui/Notice'
import { useState } from 'react'
import { Link } from 'wouter'
import * as words from '#words'
import { call, useWork } from '../../shared/api/api.ts'
import { Form } from '../../shared/components/Form.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { paths } from '../../shared/paths.ts'

/** An owner unlocks this browser with the link from a mail. It needs a button press, because mail scanners open links. */
export default function UnlockPage() {
  const [link] = useState(readMailedLink)
  const [message, setMessage] = useState<string>()
  const unlocking = useWork(async () => setMessage((await call(unlockSignIn, link)).message))
  return (
    <Page title={words.unlockTitle}>
      {message ? (
        <>
          <Notice kind="success" role="status">
            {message}
          </Notice>
          <Link href={paths.owner} className={buttonClass('primary', 'min-h-12')}>
            {words.signIn}
          </Link>
        </>
      ) : (
        <Form work={unlocking} fields={[]} action={words.unlockSubmit}>
          <p>{words.unlockText}</p>
        </Form>
      )}
    </Page>
  )
}
