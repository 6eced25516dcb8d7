import { formatAmount } from '@stampus/contract/values/money'
import { createElement, Fragment, type ReactNode } from 'react'
import * as words from '#words'
import { Link } from '../../shared/components/Link.tsx'
import { linkTo } from '../../shared/paths.ts'
import { settings } from '../../shared/settings.ts'

/** A part of the Markdown of a legal page, by the name that Markdown has for it. */
export type LegalToken = {
  type: string
  /** Of a heading: 1 is a supplement, 2 a clause. */
  depth?: number | undefined
  page?: string | undefined
  parts?: LegalToken[]
  text?: string
}

export type Clause = { id: string; title: string; body: ReactNode }
export type Supplement = { title: string; intro: ReactNode; items: { title: string; body: ReactNode }[] }

/** The clauses of a page. Their headings name their addresses: `Law and contact {#law}`. */
export function clausesOf(page: LegalToken[]): Clause[] {
  return sectionsOf(page, 2).map(({ heading, content }) => {
    const [title, id] = heading.split(/ \{#([\w-]+)\}/)
    return { title: title ?? '', id: id ?? unknown(heading), body: nodesOf(content) }
  })
}

/** The supplements of a page: an introduction and a list, whose items begin with their titles in bold. */
export function supplementsOf(page: LegalToken[]): Supplement[] {
  return sectionsOf(page, 1).map(({ heading, content: [intro, list] }) => ({
    title: heading,
    intro: nodesOf(intro?.parts),
    items: (list?.parts ?? []).map((item) => {
      const [title, ...body] = item.parts?.[0]?.parts ?? []
      return { title: plainTextOf(title), body: nodesOf(body) }
    }),
  }))
}

function sectionsOf(page: LegalToken[], depth: number) {
  const headings = page.flatMap((token, at) => (token.type === 'heading' ? [at] : []))
  const sections = headings.map((start, at) => ({
    heading: plainTextOf(page[start]),
    isWanted: page[start]?.depth === depth,
    content: page.slice(start + 1, headings[at + 1]),
  }))
  return sections.filter(({ isWanted }) => isWanted)
}

const plainTextOf = ({ text = '', parts = [] }: LegalToken = { type: 'text' }): string =>
  text + parts.map(plainTextOf).join('')

const elements: Record<string, string> = { paragraph: 'p', list: 'ul', list_item: 'li', strong: 'strong' }

const nodesOf = (tokens: LegalToken[] = []) => createElement(Fragment, null, ...tokens.map(nodeOf))

function nodeOf({ type, page, parts = [], text }: LegalToken): ReactNode {
  if (text !== undefined) return withValues(text)
  if (type === 'text') return nodesOf(parts)
  if (type === 'link') return <Link to={pages[page ?? ''] ?? unknown(page)}>{nodesOf(parts)}</Link>
  return createElement(elements[type] ?? unknown(type), null, nodesOf(parts))
}

const pages: Record<string, string> = {
  'page:terms': linkTo('terms'),
  'page:privacy': linkTo('privacy'),
  'page:profile': linkTo('profile'),
}

function withValues(text: string): ReactNode {
  const parts = text.replaceAll('\n', ' ').split(/\{(\w+)\}/)
  return createElement(Fragment, null, ...parts.map((part, at) => (at % 2 ? (values[part] ?? unknown(part)) : part)))
}

function unknown(what: string | undefined): never {
  throw new Error(`A legal page cannot have this: ${what}`)
}

const { min_stamps_per_submission: least, support_email: address } = settings
const atLeast = least === 1 ? words.termsAtLeastOne : words.termsAtLeast.replace('{stamps}', String(least))

const Mail = () => <a href={`mailto:${address}`}>{address}</a>

const values: Record<string, ReactNode> = {
  product: settings.product_name,
  company: settings.legal_name,
  mail: <Mail />,
  domains: settings.college_domains.map((domain) => `@${domain}`).join(', '),
  forOneStamp: formatAmount(settings.sen_per_stamp / 100, settings.currency),
  atLeast: least > 0 ? atLeast : '',
  mostStamps: settings.max_stamps_per_submission,
  receiptDays: settings.max_receipt_age_days,
  pictureDays: settings.receipt_picture_days,
  contactTitle: words.contactTitle,
  deletionLabel: words.deletionLabel,
  exportLabel: words.exportLabel,
  loginRemember: words.loginRemember,
  merchantMap: words.merchantMap,
  privacyTitle: words.privacyTitle,
  profileTitle: words.profileTitle,
  termsTitle: words.termsTitle,
}
