import { answerTime, type ListedCase, list } from '@stampus/contract/contact/cases'
import { buttonClass } from '@stampus/ui/Button'
import { Empty } from '@stampus/ui/Empty'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { Mail, ShieldCheck } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { useParams } from 'react-router'
import * as sentences from '#sentences'
import * as words from '#words'
import { q } from '../../shared/api/api.ts'
import { useEndlessList } from '../../shared/api/endless.ts'
import { isNotOffered, unlessNotOffered } from '../../shared/api/optionalCalls.ts'
import { EndlessList } from '../../shared/components/EndlessList.tsx'
import { Link, stretchedLink } from '../../shared/components/Link.tsx'
import { Rows } from '../../shared/components/Rows.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { When } from '../../shared/components/When.tsx'
import { readableDuration } from '../../shared/durations.ts'
import { linkTo } from '../../shared/paths.ts'
import { settings } from '../../shared/settings.ts'
import { CasePage } from './CasePage.tsx'
import { CaseState, casePage, objectText, subjectNames } from './caseTexts.tsx'
import { NewCaseForm } from './NewCaseForm.tsx'

export function ContactPage() {
  const { id } = useParams()
  return id === undefined ? <Cases /> : <CasePage key={id} id={id} />
}

function Cases() {
  const cases = useEndlessList(list, {}, { enabled: unlessNotOffered })
  if (isNotOffered(cases.error)) return <MailOnly />
  return (
    <div className="grid grid-cols-1 gap-5">
      <div>
        <Title>{words.contactTitle}</Title>
        <p className="mt-1 text-muted">{words.contactIntro}</p>
        <AnswerTime />
      </div>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <NewCaseForm />
        <div className="grid grid-cols-1 gap-6">
          <section aria-labelledby="my-cases" className="grid grid-cols-1 gap-3">
            <h2 id="my-cases" className="font-semibold text-lead">
              {words.casesMine}
            </h2>
            <EndlessList
              list={cases}
              wait={<CasesLoading />}
              failed={words.casesFailed}
              empty={<p className="text-muted">{words.casesNone}</p>}
            >
              {(rows) => (
                <Rows rows={rows} className="grid grid-cols-1 divide-y divide-line rounded-sheet bg-sheet shadow-sheet">
                  {(row) => <CaseRow row={row} />}
                </Rows>
              )}
            </EndlessList>
          </section>
          <OtherWays />
        </div>
      </div>
    </div>
  )
}

function AnswerTime() {
  const { data } = useQuery({ ...q(answerTime, {}), enabled: unlessNotOffered, retry: false })
  const seconds = data?.data.median_seconds ?? null
  return seconds === null ? null : (
    <p className="mt-1 font-medium">{sentences.contactAnswerTime(readableDuration(seconds * 1000))}</p>
  )
}

function CaseRow({ row }: { row: ListedCase }) {
  return (
    <div className="group relative grid gap-1 px-5 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link to={casePage(row.id)} className={`font-semibold ${stretchedLink}`}>
          {subjectNames[row.subject]}
        </Link>
        <When at={row.updated_at} className="text-small text-muted" />
      </div>
      {row.object ? <p className="wrap-anywhere text-small text-muted">{objectText(row.object)}</p> : null}
      <CaseState state={row.state} />
    </div>
  )
}

function MailOnly() {
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-1 gap-5">
      <Title>{words.contactTitle}</Title>
      <Empty icon={Mail} text={sentences.contactText(settings.support_email)}>
        <a href={`mailto:${settings.support_email}`} className={buttonClass('primary', 'mt-2')}>
          {words.contactWrite}
        </a>
      </Empty>
    </div>
  )
}

function CasesLoading() {
  return (
    <Loading
      rows={2}
      label={words.casesLoading}
      className="grid divide-y divide-line rounded-sheet bg-sheet shadow-sheet"
    >
      <div className="grid gap-2 px-5 py-4">
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="h-5 w-1/2" />
      </div>
    </Loading>
  )
}

function OtherWays() {
  const address = settings.support_email
  return (
    <section className="grid gap-4 rounded-sheet border border-line p-5">
      <h2 className="font-semibold text-lead">{words.contactOther}</h2>
      <Way icon={Mail} title={words.contactMail}>
        <Address to={`mailto:${address}`}>{address}</Address>
      </Way>
      <Way icon={ShieldCheck} title={words.contactData}>
        <Address to={`mailto:${address}?subject=Privacy`}>{words.contactDataMail}</Address>
        <Link
          to={`${linkTo('privacy')}#contact`}
          className="flex min-h-11 items-center text-small text-muted underline underline-offset-4"
        >
          {words.footerPrivacy}
        </Link>
      </Way>
    </section>
  )
}

type WayProps = { icon: ComponentType<{ className?: string }>; title: string; children: ReactNode }

function Way({ icon: Icon, title, children }: WayProps) {
  return (
    <div className="flex items-start gap-3">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-blue" />
      <div className="min-w-0">
        <h3 className="font-medium">{title}</h3>
        {children}
      </div>
    </div>
  )
}

function Address({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={to}
      className="wrap-anywhere inline-flex min-h-11 items-center py-1 font-semibold text-blue underline-offset-4 hover:underline"
    >
      {children}
    </a>
  )
}
