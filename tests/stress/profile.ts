import { randomInt } from 'node:crypto'

/** In full as docs/reliability.md tells (`npm run test:stress -- --full`), else in short. */
export const full = process.env.STAMPUS_PROFILE === 'full'

/** The short profile strikes alike each time, so that it is red for a change and not by random; the full one draws its seed. Either takes STAMPUS_SEED. */
export const seed = Number(process.env.STAMPUS_SEED ?? (full ? randomInt(2 ** 31) : 20_261_122))

/** Prints what a harness did and saw, as a line to keep. */
export function printFigures(harness: string, figures: Record<string, number | string>) {
  const said = Object.entries(figures).map(([name, figure]) => `${name} ${figure}`)
  console.log([`${harness} (${full ? 'full' : 'short'}, seed ${seed})`, ...said].join(' · '))
}
