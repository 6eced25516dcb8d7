import { create } from 'zustand'

/** How many waits are under way, by key (S-3.07). */
const useFlags = create<Record<string, number>>(() => ({}))

export function useLoading(key: string): boolean {
  return useFlags((flags) => (flags[key] ?? 0) > 0)
}

/** Whether anything at all is under way. */
export function useAnyLoading(): boolean {
  return useFlags((flags) => Object.values(flags).some((count) => count > 0))
}

/** Holds the flag of a key up until the work is done or has failed. */
export async function whileLoading<T>(key: string, work: Promise<T>): Promise<T> {
  count(key, 1)
  try {
    return await work
  } finally {
    count(key, -1)
  }
}

function count(key: string, step: number): void {
  useFlags.setState((flags) => ({ [key]: (flags[key] ?? 0) + step }))
}
