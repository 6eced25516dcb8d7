import { type ButtonLook, buttonClass } from '@stampus/ui/Button'
import type { ComponentProps, ComponentType } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router'

type Props = Omit<ComponentProps<'a'>, 'href'> & { to: To; state?: unknown }

/** A link to a page of the app. The router's own link adds framework code to the first download. */
export function Link({ to, state, onClick, target = '_self', ...rest }: Props) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state, target })
  return (
    <a
      {...rest}
      href={useHref(to)}
      target={target}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    />
  )
}

/** Makes the whole row clickable (the row is `relative`), but screen readers read only the name. */
export const stretchedLink =
  'after:absolute after:inset-0 after:rounded-sheet focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-blue focus-visible:after:-outline-offset-3 group-hover:text-blue'

type ButtonLinkProps = Omit<Props, 'children'> & {
  label: string
  look?: ButtonLook
  icon?: ComponentType<{ className?: string }>
}

export function ButtonLink({ label, look, icon: Icon, className, ...link }: ButtonLinkProps) {
  return (
    <Link {...link} className={buttonClass(look, className)}>
      {Icon ? <Icon className="size-5" /> : null}
      {label}
    </Link>
  )
}

export function TextLink({ label, ...link }: Omit<Props, 'children' | 'className'> & { label: string }) {
  const look = 'inline-flex min-h-11 items-center font-semibold text-blue underline underline-offset-4'
  return (
    <Link {...link} className={look}>
      {label}
    </Link>
  )
}
