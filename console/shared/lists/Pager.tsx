import { hasMore, type Meta } from '@stampus/contract/fields'
import { useSearchParams } from 'react-router'
import { LinkButton } from '../components/LinkButton.tsx'

/** Links to the previous and the next page, by `page` in the address bar. */
export function Pager({ list }: { list: { data: unknown[]; meta?: Meta | undefined } }) {
  const [params] = useSearchParams()
  const page = list.meta?.current_page ?? pageParam(params)
  const hasNext = hasMore(list)
  if (page === 1 && !hasNext) return null
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-3">
      {page > 1 ? <PageLink to={withPage(params, page - 1)}>Previous page</PageLink> : <span />}
      <span className="text-small text-muted tabular-nums">Page {page}</span>
      {hasNext ? <PageLink to={withPage(params, page + 1)}>Next page</PageLink> : <span />}
    </nav>
  )
}

export function PageLink({ to, children }: { to: string; children: string }) {
  return <LinkButton to={to}>{children}</LinkButton>
}

/** The page number in the address bar; 1 without one. */
export function pageParam(params: URLSearchParams): number {
  const given = params.get('page') ?? ''
  return /^[1-9]\d{0,3}$/.test(given) ? Number(given) : 1
}

function withPage(params: URLSearchParams, page: number): string {
  const next = new URLSearchParams(params)
  next.delete('page')
  if (page > 1) next.set('page', String(page))
  return `?${next}`
}
