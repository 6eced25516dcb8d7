import { randomInt } from 'node:crypto'

/** The full profile as in docs/reliability.md (`npm run test:stress -- --full`), or the short one. */
export const full = process.env.STAMPUS_PROFILE === 'full'

/**
 * The short profile uses a fixed seed, so that it fails because of a change and not by chance; the full one draws its
 * seed. STAMPUS_SEED overrides both.
 */
export const seed = Number(process.env.STAMPUS_SEED ?? (full ? randomInt(2 ** 31) : 20_261_122))

/** Prints what a harness did and found, as one line for the records. */
export function printFigures(harness: string, figures: Record<string, number | string>) {
  const parts = Object.entries(figures).map(([name, figure]) => `${name} ${figure}`)
  console.log([`${harness} (${full ? 'full' : 'short'}, seed ${seed})`, ...parts].join(' · '))
}
