import type { Row } from '../../../platform/ocr/page.ts'
import type { PrintedSum } from '../ocr-result.ts'

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
const BESIDE = ['DAN', 'AND', 'SAHAJA', 'ONLY', '']
const STATED = /RINGGIT(?: MALAYSIA)?\W*(.+)$/i

/** What a row says in words, `Ringgit Malaysia: Tiga Puluh Tiga Sahaja`, if every word of it is a number. */
export function amountsInWords(rows: Row[]): PrintedSum[] {
  return rows.flatMap(({ text }) => {
    const [, said = ''] = STATED.exec(text) ?? []
    const [ringgit = '', sen = ''] = said.toUpperCase().split(/\b(?:SEN|CENTS?)\b/, 2)
    const [whole, part] = [numberOf(ringgit), sen.replace(/\W|SAHAJA|ONLY/g, '') === '' ? 0 : numberOf(sen)]
    return whole && part !== undefined && part < 100 ? [{ text: said.trim(), sen: 100 * whole + part }] : []
  })
}

/** Undefined if there is another word. */
function numberOf(text: string): number | undefined {
  let [all, thousand, last] = [0, 0, 0]
  for (const word of text.split(/[^A-Z]+/)) {
    const [unit, times, whole] = [UNITS[word], TIMES[word], WHOLE[word]]
    if (unit !== undefined) last += unit
    else if (word === 'BELAS') last += 10
    else if (whole === 1000 || times === 1000)
      [all, thousand, last] = [all + 1000 * (whole ? 1 : thousand + last), 0, 0]
    else if (whole !== undefined) thousand += whole
    else if (times !== undefined) [thousand, last] = [thousand + last * times, 0]
    else if (!BESIDE.includes(word)) return undefined
  }
  return all + thousand + last
}
