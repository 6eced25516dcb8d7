import { seed } from '../profile.ts'

/** A repeatable source of random numbers: the same seed and name give the same sequence. */
export function seededRandom(harness: string) {
  let state = [...harness].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619), seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    return ((mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed) >>> 0
  }
  const below = (end: number) => next() % end
  return {
    below,
    pick: <T>(among: readonly T[]): T => {
      const found = among[below(among.length)]
      if (found === undefined) throw new Error('Nothing to choose from')
      return found
    },
    shuffle: <T>(given: readonly T[]): T[] => {
      const order = given.map((one) => ({ one, at: next() }))
      return order.sort((a, b) => a.at - b.at).map(({ one }) => one)
    },
  }
}
export type Random = ReturnType<typeof seededRandom>
