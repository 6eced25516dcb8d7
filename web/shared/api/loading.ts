import { create } from 'zustand'

const useCounts = create<Record<string, number>>(() => ({}))

export function useLoading(key: string): boolean {
  return useCounts((counts) => (counts[key] ?? 0) > 0)
}

export function useAnyLoading(): boolean {
  return useCounts((counts) => Object.values(counts).some((count) => count > 0))
}

export async function trackLoading<T>(key: string, work: Promise<T>): Promise<T> {
  addToCount(key, 1)
  try {
    return await work
  } finally {
    addToCount(key, -1)
  }
}

function addToCount(key: string, step: number): void {
  useCounts.setState((counts) => ({ [key]: (counts[key] ?? 0) + step }))
}
