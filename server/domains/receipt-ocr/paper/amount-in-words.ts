import type { Row } from '../../../platform/ocr/page.ts'
import type { PrintedSum } from '../ocr-result.ts'
import { CONTRADICTION_CONFIDENCE } from './confidence.ts'
import numberWords from './number-words.json' with { type: 'json' }

const UNITS: Record<string, number> = numberWords.units
const TIMES: Record<string, number> = numberWords.times
const WHOLE: Record<string, number> = numberWords.whole
const BESIDE = ['DAN', 'AND', '']
/** The amount in words, up to its last word: a row without that may go on in the next one. */
const STATED = /RINGGIT(?: MALAYSIA)?\s*:?\s*([A-Z][A-Z\s-]*?)\s+(?:SAHAJA|ONLY)\W*$/
const SEN_FIRST = /^(.*?)\s(?:SEN|CENTS?)\s(.+)$/
const SEN_LAST = /^(.*)\s(?:DAN|AND)\s(.+?)\s(?:SEN|CENTS?)$/

/** The amounts that rows say in words, `Ringgit Malaysia: Tiga Puluh Tiga Sahaja`, where all of it is clear. */
export function findAmountsInWords(rows: Row[]): PrintedSum[] {
  return rows.flatMap((row) => {
    const [, said = ''] = STATED.exec(row.text.toUpperCase()) ?? []
    const [, ringgit = said, sen = 'ZERO'] = SEN_LAST.exec(said) ?? SEN_FIRST.exec(said) ?? []
    const [whole, part] = [numberOf(ringgit), numberOf(sen)]
    const isClear = row.words.every(({ confidence }) => confidence >= CONTRADICTION_CONFIDENCE)
    return whole && part !== undefined && part < 100 && isClear ? [{ text: said, sen: 100 * whole + part }] : []
  })
}

function numberOf(text: string): number | undefined {
  let [thousands, hundreds, last] = [0, 0, 0]
  for (const word of text.split(/[^A-Z]+/)) {
    const [unit, times, whole] = [UNITS[word], TIMES[word], WHOLE[word]]
    if (unit !== undefined) last += unit
    else if (word === 'BELAS') last += 10
    else if (whole === 1000 || times === 1000)
      [thousands, hundreds, last] = [1000 * (whole ? 1 : hundreds + last), 0, 0]
    else if (whole !== undefined) hundreds += whole
    else if (times !== undefined) [hundreds, last] = [hundreds + last * times, 0]
    else if (!BESIDE.includes(word)) return undefined
  }
  return thousands + hundreds + last
}
