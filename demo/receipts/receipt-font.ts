/**
 * The letters of a till printer, 5 dots wide and 7 high. A letter is seven rows from the top; each row is one base-32
 * digit, whose highest bit is the left dot.
 */
const letters: Record<string, string> = {
  A: '4AHHVHH',
  B: 'UHHUHHU',
  C: 'EHGGGHE',
  D: 'UHHHHHU',
  E: 'VGGUGGV',
  F: 'VGGUGGG',
  G: 'EHGNHHE',
  H: 'HHHVHHH',
  I: 'E44444E',
  J: '72222IC',
  K: 'HIKOKIH',
  L: 'GGGGGGV',
  M: 'HRLLHHH',
  N: 'HPPLJJH',
  O: 'EHHHHHE',
  P: 'UHHUGGG',
  Q: 'EHHHLID',
  R: 'UHHUKIH',
  S: 'FGGE11U',
  T: 'V444444',
  U: 'HHHHHHE',
  V: 'HHHAAA4',
  W: 'HHHLLLA',
  X: 'HHA4AHH',
  Y: 'HHA4444',
  Z: 'V1248GV',
  '0': 'EHHHHHE',
  '1': '4C4444E',
  '2': 'EH1248V',
  '3': 'EH161HE',
  '4': '26AIV22',
  '5': 'VGU11HE',
  '6': 'EHGUHHE',
  '7': 'V124888',
  '8': 'EHHEHHE',
  '9': 'EHHF12C',
  '.': '00000CC',
  ',': '0000C48',
  ':': '0CC0CC0',
  ';': '0CC0C48',
  '-': '000V000',
  '+': '044V440',
  '*': '04LELA0',
  '/': '11248GG',
  '(': '2488842',
  ')': '8422248',
  '&': 'CIK8LID',
  '#': 'AAVAVAA',
  '%': 'OP248J3',
  "'": '4480000',
  '"': 'AAA0000',
  '!': '4444404',
  '?': 'EH12404',
  '=': '00V0V00',
  '@': 'EHNLMGE',
  _: '000000V',
}

const blank = '0000000'

/** The seven rows of dots of one character; unknown characters are blank. */
export function dotsOf(character: string): readonly number[] {
  return [...(letters[character] ?? blank)].map((row) => Number.parseInt(row, 32))
}

/** Converts a text to the characters of the printer: capitals without accents. */
export function toPrintable(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/[’‘]/g, "'")
    .replace(/[–—]/g, '-')
    .toUpperCase()
}
