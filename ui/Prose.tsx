import type { MouseEventHandler } from 'react'

export const proseLook =
  'grid gap-4 [&_a]:text-blue [&_a]:underline [&_a]:underline-offset-4 [&_blockquote]:border-blue [&_blockquote]:border-l-4 [&_blockquote]:pl-4 [&_blockquote]:text-muted [&_h2]:mt-2 [&_h2]:font-bold [&_h2]:text-lead [&_h3]:font-bold [&_ol]:list-decimal [&_ol]:pl-6 [&_table]:w-full [&_td]:border-line [&_td]:border-t [&_td]:py-2 [&_td]:pr-4 [&_td]:align-top [&_th]:py-2 [&_th]:pr-4 [&_th]:text-left [&_ul]:list-disc [&_ul]:pl-6'

type Props = {
  html: string
  lang?: string | undefined
  onClick: MouseEventHandler
}

/** The HTML of an announcement. The caller must have sanitized it. */
export function Prose({ html, lang, onClick }: Props) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: keyboard users press the links
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the caller has sanitized it
    <div lang={lang} className={proseLook} onClick={onClick} dangerouslySetInnerHTML={{ __html: html }} />
  )
}
