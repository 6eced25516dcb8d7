import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { fieldFaults } from './CallError.ts'

/** Puts the server's texts under their fields (S-5.05), the focus into the first. Answers whether there were any. */
export function showFieldFaults<T extends FieldValues>(
  fault: unknown,
  fields: FieldPath<T>[],
  setError: UseFormSetError<T>,
): boolean {
  const faults = fieldFaults(fault)
  const refused = fields.filter((field) => faults[field])
  refused.forEach((field, place) => {
    setError(field, { type: 'server', message: faults[field] ?? '' }, { shouldFocus: place === 0 })
  })
  return refused.length > 0
}
