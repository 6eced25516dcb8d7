import { readFileSync } from 'node:fs'
import { receiptPath } from '../../support/browser/receipts.ts'
import { chanceOf } from '../support/seeded-random.ts'
import { goodPictures, goodPngs, type Specimen, specimen } from './corpus.ts'
import { bombs } from './corpus-bombs.ts'
import { borderline, damaged, disguised, misnamed, polyglots } from './corpus-broken.ts'

/** Everything that is sent one after another, the same for a seed, and the bombs, which come at once. */
export async function corpusOf(harmed: number) {
  const chance = chanceOf('uploads')
  const good = [...goodPngs(chance), ...(await goodPictures()), ...heics()]
  const [plain] = good.filter(({ what }) => what === 'jpeg, orientation 1') as [Specimen]
  const files = [...good, ...disguised(), ...polyglots(good), ...misnamed(plain), ...borderline(plain)]
  return { files: [...files, ...damaged(good, harmed, chance)], bombs: await bombs(), plain }
}

/** The smallest of the real ones, where this machine has them. */
function heics(): Specimen[] {
  const path = receiptPath('059.heic')
  return path ? [specimen('HEIC', readFileSync(path), { type: 'image/heic', expected: 'taken' })] : []
}
