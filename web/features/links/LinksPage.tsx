import { isLinkAddress, type LinkGroup, type Link as Listed, list } from '@stampus/contract/contact/links'
import { Empty } from '@stampus/ui/Empty'
import { Loading, Skeleton } from '@stampus/ui/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink, Link2, Mail, Phone } from 'lucide-react'
import * as words from '#words'
import { q } from '../../shared/api/api.ts'
import { isNotOffered, unlessNotOffered } from '../../shared/api/optionalCalls.ts'
import { ButtonLink, stretchedLink } from '../../shared/components/Link.tsx'
import { QueryFailure } from '../../shared/components/QueryFailure.tsx'
import { Title } from '../../shared/components/Title.tsx'
import { localText } from '../../shared/localText.ts'
import { linkTo } from '../../shared/paths.ts'

/** Useful links in groups. */
export function LinksPage() {
  const { data, error, isPending, isFetching, refetch } = useQuery({ ...q(list, {}), enabled: unlessNotOffered })
  const groups = (data?.data ?? []).map(withSafeLinks).filter(({ links }) => links.length > 0)
  const isNone = isNotOffered(error) || (data !== undefined && groups.length === 0)
  return (
    <div className="grid grid-cols-1 gap-5">
      <Title>{words.linksTitle}</Title>
      {isNone ? <NoLinks /> : null}
      {isPending && !isNotOffered(error) && !error ? <LinksLoading /> : null}
      {error && !data && !isNotOffered(error) ? (
        <QueryFailure text={words.linksFailed} query={{ isFetching, refetch }} />
      ) : null}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        {groups.map((group) => (
          <Group key={group.id} group={group} />
        ))}
      </div>
    </div>
  )
}

/** Whatever the server answers, only these addresses become links. */
function withSafeLinks(group: LinkGroup): LinkGroup {
  return { ...group, links: group.links.filter(({ address }) => isLinkAddress(address)) }
}

function Group({ group: { id, title, title_ms, links } }: { group: LinkGroup }) {
  const shown = localText(title, title_ms)
  return (
    <section aria-labelledby={`group-${id}`} className="grid grid-cols-1 gap-3">
      <h2 id={`group-${id}`} lang={shown.lang} className="wrap-anywhere font-semibold text-lead">
        {shown.text}
      </h2>
      <ul className="grid grid-cols-1 divide-y divide-line rounded-sheet bg-sheet shadow-sheet">
        {links.map((link, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the links of a group have no other key, and only their order
          <li key={place}>
            <LinkRow link={link} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const icons = { 'https:': ExternalLink, 'mailto:': Mail, 'tel:': Phone }

function LinkRow({ link }: { link: Listed }) {
  const title = localText(link.title, link.title_ms)
  const note = link.note === null ? undefined : localText(link.note, link.note_ms)
  const scheme = link.address.slice(0, link.address.indexOf(':') + 1).toLowerCase() as keyof typeof icons
  const Icon = icons[scheme]
  const isPage = scheme === 'https:'
  return (
    <div className="group relative flex min-h-14 items-start gap-3 px-5 py-4">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-blue" />
      <div className="min-w-0">
        <a
          href={link.address}
          lang={title.lang}
          {...(isPage && { target: '_blank', rel: 'noopener noreferrer' })}
          className={`wrap-anywhere font-semibold ${stretchedLink}`}
        >
          {title.text}
        </a>
        {note ? (
          <p lang={note.lang} className="wrap-anywhere">
            {note.text}
          </p>
        ) : null}
        <p className="wrap-anywhere text-small text-muted">{isPage ? hostOf(link.address) : restOf(link.address)}</p>
      </div>
    </div>
  )
}

// Not with URL, which throws for hosts that a browser rejects.
const hostOf = (address: string) => address.replace(/^https:\/\/([^/?#]*).*$/i, '$1').toLowerCase()
const restOf = (address: string) => address.replace(/^\w+:/, '').replace(/\?.*$/, '')

function NoLinks() {
  return (
    <Empty icon={Link2} text={words.linksNone}>
      <p>{words.linksText}</p>
      <ButtonLink to={linkTo('announcements')} label={words.linksAnnouncements} />
    </Empty>
  )
}

function LinksLoading() {
  return (
    <Loading rows={2} label={words.linksLoading} className="grid gap-6 lg:grid-cols-2">
      <div className="grid gap-3">
        <Skeleton className="h-6.5 w-1/3" />
        <Skeleton className="h-48 w-full rounded-sheet" />
      </div>
    </Loading>
  )
}
