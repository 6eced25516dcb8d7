import { stripWhiteSpace } from '@stampus/contract/values/passwords'
import type { FieldValues, Resolver } from 'react-hook-form'

/** A resolver that sees the passwords as they are sent: without white space (S-5.02). */
export function strippedPasswords<T extends FieldValues, C, O>(
  resolver: Resolver<T, C, O>,
  fields: (keyof T)[],
): Resolver<T, C, O> {
  return (values, context, options) => {
    const stripped = fields.map((field) => [field, stripWhiteSpace(String(values[field] ?? ''))])
    return resolver({ ...values, ...Object.fromEntries(stripped) }, context, options)
  }
}
