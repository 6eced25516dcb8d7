import type { User } from '@stampus/contract/accounts'
import { AVATAR_INITIALS } from '@stampus/contract/limits'
import { useNetworkReturn } from '@stampus/ui/browser/useNetworkReturn'
import { useState } from 'react'
import * as words from '#words'
import { fileUrl } from '../api/api.ts'

const sizes = { small: { px: 40, look: 'size-10 text-small' }, large: { px: 96, look: 'size-24 text-title' } } as const

export function Avatar({ user, size = 'small' }: { user: User; size?: keyof typeof sizes }) {
  const [broken, setBroken] = useState<string | null>(null)
  useNetworkReturn(() => setBroken(null))
  const picture = user.profile_avatar_url
  const { px, look } = sizes[size]
  const shape = `grid shrink-0 place-items-center overflow-hidden rounded-chip bg-blue font-bold text-on-blue ${look}`
  if (!picture || broken === picture) return <span className={shape}>{initialsOf(user.name)}</span>
  return (
    <span className={shape}>
      <img
        src={fileUrl(picture)}
        alt=""
        width={px}
        height={px}
        className="size-full object-cover"
        onError={() => setBroken(picture)}
      />
    </span>
  )
}

export function initialsOf(name: string): string {
  const letters = name.split(/\s+/u).map((word) => Array.from(word).find((sign) => /[\p{L}\p{N}]/u.test(sign)) ?? '')
  return letters.filter(Boolean).slice(0, AVATAR_INITIALS).join('').toLocaleUpperCase(words.locale) || 'U'
}
