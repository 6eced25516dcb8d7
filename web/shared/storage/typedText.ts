import { useEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { tryStorage } from './tryStorage.ts'

/**
 * What is typed on this page and would be lost when the app loads in another language: forms without a draft of their
 * own. Passwords are never stored.
 */
const readers = new Map<string, () => unknown>()
const KEY = 'typed'
let isStored = false

/** Keeps what `read` returns (JSON) under a name, until the returned function is called. */
export function keepTyped(name: string, read: () => unknown): () => void {
  readers.set(name, read)
  return () => {
    if (readers.get(name) === read) readers.delete(name)
  }
}

/** Stores everything that is typed for the page that this tab loads next. */
export async function storeTyped(): Promise<void> {
  const entries = await Promise.all([...readers].map(async ([name, read]) => [name, await read()]))
  tryStorage(() => {
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)))
    isStored = true
  })
}

/** Whether leaving the page loses nothing, so that no form needs to warn. */
export const isTypedStored = () => isStored

/** Returns what was stored under a name, once. */
export function takeTyped<Value>(name: string): Value | undefined {
  return tryStorage(() => {
    const { [name]: value, ...others } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, Value>
    sessionStorage.setItem(KEY, JSON.stringify(others))
    return value
  })
}

/** Keeps these fields of a form while the app changes its language. */
export function useKeptFields<Values extends FieldValues>(
  name: string,
  { getValues, setValue }: Pick<UseFormReturn<Values>, 'getValues' | 'setValue'>,
  fields: Path<Values>[],
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the life of the form
  useEffect(() => {
    const kept = takeTyped<PathValue<Values, Path<Values>>[]>(name)
    fields.forEach((field, place) => {
      const value = kept?.[place]
      if (value !== undefined) setValue(field, value, { shouldDirty: true })
    })
    return keepTyped(name, () => fields.map((field) => getValues(field)))
  }, [])
}
