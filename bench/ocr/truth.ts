import { readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { isRealDay } from '@stampus/contract/values/days'
import invoices from '../../tests/support/pictures/invoice-numbers.json' with { type: 'json' }
import forty from './forty.json' with { type: 'json' }

/** The facts of a receipt: `day` is `YYYY-MM-DD`, `picture` a file, `others` further amounts by role, in sen. */
export type Truth = { id: string; picture: string; sen: number; day: string; merchant: string } & Own

/** A receipt's own number as it is printed, and the time of day `HH:MM`; undefined if it has none, or if unknown. */
type Own = { invoice: string | undefined; time: string | undefined; others?: Record<string, number[]> }

type Noted = { sen: number; time: string | null; others: Record<string, number[]> }

/** What a person read on the forty receipts that the rules were written with, by the names of their files. */
const FORTY: Record<string, Noted> = forty
const INVOICES: Record<string, string | null> = invoices

/** Endings of picture files, in order of preference. */
const ENDINGS = ['.jpg', '.jpeg', '.png', '.webp', '.heic', '.heif', '.gif']
const TIME = /^(?:[01]?\d|2[0-3]):[0-5]\d(?!\d)/
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** Reads `truth.json` of a folder; `leftOut` explains skipped receipts. Throws if the file has another form. */
export function truthsIn(folder: string): { truths: Truth[]; leftOut: string[] } {
  const written: unknown = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8').replace(/^\uFEFF/, ''))
  if (typeof written !== 'object' || written === null || Array.isArray(written))
    throw new Error('truth.json does not hold receipts by name')
  const names = readdirSync(folder)
  const all = Object.entries(written).map(([id, fields]) => truthOf(id, fields ?? {}, names, folder))
  return { truths: all.filter((one) => typeof one === 'object'), leftOut: all.filter((one) => typeof one === 'string') }
}

function truthOf(id: string, fields: object, names: string[], folder: string): Truth | string {
  const { company, date, total } = { company: '', date: '', total: '', ...fields } as Record<string, unknown>
  const name = pictureOf(id, names)
  const [sen, day] = [senOf(asText(total)), dayOf(asText(date))]
  if (name === undefined) return `${id} is left out: it has no picture`
  if (sen === undefined) return `${id} is left out: its total is "${asText(total)}"`
  if (day === undefined) return `${id} is left out: its date is "${asText(date)}"`
  return { id, picture: join(folder, name), sen, day, merchant: asText(company), ...ownOf(id, fields, sen) }
}

/** The folder's own data comes first. A receipt of the same name in another folder has another total. */
function ownOf(id: string, fields: object, sen: number): Own {
  const { name } = parse(id)
  const noted = FORTY[name]
  const known = noted?.sen === sen ? { ...noted, invoice: INVOICES[name] } : undefined
  const { invoice, time } = { ...known, ...fields } as Record<string, unknown>
  return {
    invoice: asText(invoice) || undefined,
    time: TIME.exec(asText(time))?.[0].padStart(5, '0'),
    ...(known && { others: known.others }),
  }
}

function asText(value: unknown): string {
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value).trim()
}

function pictureOf(id: string, names: string[]): string | undefined {
  const wanted = [id, ENDINGS.includes(parse(id).ext.toLowerCase()) ? parse(id).name : id].map((one) =>
    one.toLowerCase(),
  )
  const own = names.filter(
    (name) => wanted.includes(name.toLowerCase()) || wanted.includes(parse(name.toLowerCase()).name),
  )
  return ENDINGS.map((ending) => own.find((name) => parse(name).ext.toLowerCase() === ending)).find(Boolean)
}

function senOf(total: string): number | undefined {
  const [, ringgit = '', sen = ''] =
    /^(?:RM|MYR|\$)?[. ]*(\d{1,3}(?:[, ]\d{3})+|\d+)(?:\.(\d{1,2}))?$/i.exec(total) ?? []
  return ringgit === '' ? undefined : Number(ringgit.replace(/\D/g, '')) * 100 + Number(sen.padEnd(2, '0'))
}

function dayOf(date: string): string | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})[-/.]?(\d\d)[-/.]?(\d\d)(?!\d)/.exec(date) ?? turned(date)
  const text = `${year.padStart(4, '20')}-${month}-${day.padStart(2, '0')}`
  return isRealDay(text) ? text : undefined
}

function turned(date: string): string[] {
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2})[-/. ]*(\d{1,2}|[A-Za-z]+)[-/. ,']*(\d{4}|\d\d)(?!\d)/.exec(date) ?? []
  const number = /\d/.test(month) ? month : String(MONTHS.indexOf(month.slice(0, 3).toUpperCase()) + 1)
  return ['', year, number.padStart(2, '0'), day]
}
