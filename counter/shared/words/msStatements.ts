import type { HandOverWay, LineKind, StatementState } from '@stampus/contract/values/statements'

/** The Malay texts about statements. English has the same names in `enStatements.ts`. */

export const title = 'Penyata'
export const explanation =
  'Bayaran untuk anda, bulan demi bulan. Pejabat mengeluarkan penyata selepas bulan itu; kemudian anda boleh menyemaknya.'
export const empty = 'Belum ada ganjaran yang diserahkan. Penyata pertama bermula dengan ganjaran pertama.'
export const lines = (count: number) => `${count} baris`
export const states: Record<StatementState, string> = {
  live: 'Belum dikeluarkan',
  issued: 'Sila semak',
  accepted: 'Diterima',
  paid: 'Dibayar',
}
export const disputed = 'Dipertikaikan'
export const liveText = 'Penyata ini masih berubah. Pejabat mengeluarkannya selepas bulan ini.'
export const issuedText = 'Semak setiap baris. Terima penyata ini, atau pertikaikan baris yang salah.'
export const disputedText = (count: number) => `Pejabat belum menjawab ${count} baris.`
export const acceptedText = 'Anda telah menerima penyata ini. Pejabat akan membayarnya.'
export const paidText = (day: string, reference: string) => `Dibayar pada ${day}. Rujukan: ${reference}`
export const total = 'Jumlah'
export const statementOf = (month: string) => `Penyata bagi ${month}`
export const issuedOn = 'Dikeluarkan'
export const state = 'Status'
export const accept = 'Terima penyata'
export const acceptQuestion = (amount: string) =>
  `Terima penyata ${amount} ini? Selepas itu barisnya tidak boleh dipertikaikan lagi.`
export const dispute = 'Pertikaikan'
export const disputeOf = (what: string) => `Pertikaikan ${what}`
export const disputeWords = 'Apa yang salah dengan baris ini?'
export const send = 'Hantar'
export const yourWords = 'Anda menulis'
export const answer = 'Pejabat'
export const noAnswer = 'Pejabat belum menjawab.'
export const adjusted = (amount: string) => `Penyata seterusnya ada satu baris ${amount} untuk hal ini.`
export const csv = 'Muat turun CSV'
export const print = 'Cetak'
export const printedColumns = { at: 'Masa', what: 'Ganjaran', number: 'Baucar', how: 'Cara', amount: 'Amaun' }
export const kinds: Record<LineKind, string> = {
  used: 'Diserahkan',
  unused: 'Ditarik balik',
  voided: 'Dibatalkan oleh pejabat',
  late: 'Jawapan kepada serahan lewat',
  dispute: 'Jawapan kepada baris yang dipertikaikan',
}
export const ways: Record<Exclude<HandOverWay, 'desk'>, string> = {
  counter: 'Di kaunter',
  offline: 'Tanpa rangkaian',
  late: 'Dimasukkan kemudian',
}
export const desk = (product: string) => `Di meja ${product}`
