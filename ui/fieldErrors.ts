type SetError<Name> = (
  field: Name,
  error: { type: 'server'; message: string },
  options: { shouldFocus: boolean },
) => void

/**
 * Shows the server's errors under their fields and focuses the first, with react-hook-form's `setError`. Returns false
 * if none of the fields has an error.
 */
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
