import { Notice } from '@stampus/ui/Notice'
import { generalError } from '../api/api.ts'

/** The message of an error that belongs to none of these fields. */
export function ErrorNotice({ error, fields = [] }: { error: unknown; fields?: string[] }) {
  const text = generalError(error, fields)
  return text ? (
    <Notice kind="error" role="alert">
      {text}
    </Notice>
  ) : null
}
