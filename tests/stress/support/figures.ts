import { full, seed } from '../profile.ts'

/** Prints what a harness did and saw, as a line to keep. */
export function tellFigures(harness: string, figures: Record<string, number | string>) {
  const said = Object.entries(figures).map(([name, figure]) => `${name} ${figure}`)
  console.log([`${harness} (${full ? 'full' : 'short'}, seed ${seed})`, ...said].join(' · '))
}
