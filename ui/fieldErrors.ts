type SetError<Name> = (
  field: Name,
  error: { type: 'server'; message: string },
  options: { shouldFocus: boolean },
) => void

/** Shows errors under their fields and focuses the first. Returns false if none of the fields has one. */
export function setFieldErrors<Name extends string>(
  messageOf: (field: Name) => string | undefined,
  fields: Name[],
  setError: SetError<Name>,
): boolean {
  const invalid = fields.filter((field) => messageOf(field))
  for (const field of invalid)
    setError(field, { type: 'server', message: messageOf(field) ?? '' }, { shouldFocus: field === invalid[0] })
  return invalid.length > 0
}

/** A failed call has a status, a sentence, and errors by field. */
type Failure = { status?: number; message: string; errors?: Record<string, string[]> } | undefined

export const fieldError = (error: unknown, field: string) => (error as Failure)?.errors?.[field]?.[0]

let unexpectedError = ''

/** Sets the text for errors that are no failed calls: their own messages are for developers. */
export function setUnexpectedError(text: string): void {
  unexpectedError = text
}

/** The text of an error that belongs to none of these fields. */
export function generalError(error: unknown, fields: string[] = []): string | undefined {
  if (!error || fields.some((field) => fieldError(error, field))) return undefined
  const { status, message } = error as NonNullable<Failure>
  return status === undefined ? unexpectedError : message
}
