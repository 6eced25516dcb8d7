// Spreadsheets also take the full-width, small and superscript forms of these signs.
const FORMULA =
  '[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20\\uFE62\\uFE63\\uFE66\\uFE6B\\u207A\\u207B\\u207C\\u208A\\u208B\\u208C\\u2212]'
// What a reader does not see: white space, control and format characters, blank fillers; and quotes, which import takes off.
const UNSEEN = '(?:[\\s"\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800])*'
// A program that separates by another character than the comma begins a new cell here.
const CELL_BEGINS = '^|[;\\t\\r\\n\\v\\f\\u0085\\u2028\\u2029]'

const RUNS = new RegExp(`(${CELL_BEGINS})(?=${UNSEEN}${FORMULA})`, 'gu')
const BEGINS_WITH_CONTROL = /^(?=[\t\r\n])/

/** A text of people as a cell that no spreadsheet runs as a formula: an apostrophe comes before what would begin one. */
export function harmlessCell(text: string): string {
  return text.replace(RUNS, "$1'").replace(BEGINS_WITH_CONTROL, "'")
}
