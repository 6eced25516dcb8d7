import { generalError } from '../fieldErrors.ts'
import { Notice } from '../Notice.tsx'

/** The message of an error that belongs to none of these fields. */
export function ErrorNotice({ error, fields }: { error: unknown; fields?: string[] }) {
  const text = generalError(error, fields)
  return text ? (
    <Notice kind="error" role="alert">
      {text}
    </Notice>
  ) : null
}
