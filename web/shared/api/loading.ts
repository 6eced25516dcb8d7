import { create } from 'zustand'

/** The number of running operations by key. */
const useFlags = create<Record<string, number>>(() => ({}))

export function useLoading(key: string): boolean {
  return useFlags((flags) => (flags[key] ?? 0) > 0)
}

/** Whether any operation is running. */
export function useAnyLoading(): boolean {
  return useFlags((flags) => Object.values(flags).some((count) => count > 0))
}

/** Reports the operation as running until the promise settles. */
export async function trackLoading<T>(key: string, work: Promise<T>): Promise<T> {
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
