import type { Row } from '../../../platform/ocr/page.ts'
import type { PrintedSum } from '../ocr-result.ts'
import { CONTRADICTION_CONFIDENCE } from './confidence.ts'

/** Number words in English and Malay. */
const UNITS: Record<string, number> = Object.fromEntries(
  `ZERO KOSONG 0, ONE SATU SA SE 1, TWO DUA 2, THREE TIGA 3, FOUR EMPAT 4, FIVE LIMA 5, SIX ENAM 6, SEVEN TUJUH 7, EIGHT LAPAN DELAPAN 8,
   NINE SEMBILAN 9, TEN SEPULUH 10, ELEVEN SEBELAS 11, TWELVE 12, THIRTEEN 13, FOURTEEN 14, FIFTEEN 15, SIXTEEN 16, SEVENTEEN 17, EIGHTEEN 18,
   NINETEEN 19, TWENTY 20, THIRTY 30, FORTY 40, FIFTY 50, SIXTY 60, SEVENTY 70, EIGHTY 80, NINETY 90`
    .split(',')
    .flatMap((line) => {
      const words = line.trim().split(/\s+/)
      return words.slice(0, -1).map((word) => [word, Number(words.at(-1))])
    }),
)
const TIMES: Record<string, number> = { PULUH: 10, RATUS: 100, HUNDRED: 100, RIBU: 1000, THOUSAND: 1000 }
const WHOLE: Record<string, number> = { SERATUS: 100, SERIBU: 1000 }
const BESIDE = ['DAN', 'AND', '']
/** Without its last word, a row may go on in the next one. */
const STATED = /RINGGIT(?: MALAYSIA)?\s*:?\s*([A-Z][A-Z\s-]*?)\s+(?:SAHAJA|ONLY)\W*$/
const SEN_FIRST = /^(.*?)\s(?:SEN|CENTS?)\s(.+)$/
const SEN_LAST = /^(.*)\s(?:DAN|AND)\s(.+?)\s(?:SEN|CENTS?)$/

/** The amounts that rows say in words, `Ringgit Malaysia: Tiga Puluh Tiga Sahaja`, where all that is said is clear and a number. */
export function findAmountsInWords(rows: Row[]): PrintedSum[] {
  return rows.flatMap((row) => {
    const [, said = ''] = STATED.exec(row.text.toUpperCase()) ?? []
    const [, ringgit = said, sen = 'ZERO'] = SEN_LAST.exec(said) ?? SEN_FIRST.exec(said) ?? []
    const [whole, part] = [numberOf(ringgit), numberOf(sen)]
    const isClear = row.words.every(({ confidence }) => confidence >= CONTRADICTION_CONFIDENCE)
    return whole && part !== undefined && part < 100 && isClear ? [{ text: said, sen: 100 * whole + part }] : []
  })
}

/** Undefined if there is another word. */
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
