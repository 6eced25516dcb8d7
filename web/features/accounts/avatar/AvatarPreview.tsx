import type { User } from '@stampus/contract/accounts'
import { FileImage } from 'lucide-react'
import { useState } from 'react'
import * as words from '#words'
import { Avatar } from '../../../shared/components/Avatar.tsx'
import { useObjectUrl } from '../../../shared/files.ts'

/** The circle as it will be; the picture in force while no other is chosen. */
export function AvatarPreview({ file, user }: { file: File | null; user: User }) {
  return file ? (
    <ChosenPicture key={`${file.name} ${file.lastModified}`} file={file} />
  ) : (
    <Avatar user={user} size="large" />
  )
}

function ChosenPicture({ file }: { file: File }) {
  const address = useObjectUrl(file)
  const [unshown, setUnshown] = useState(false)
  if (unshown) return <Unshown name={file.name} />
  return (
    <img
      src={address}
      alt={words.avatarChosen}
      width={96}
      height={96}
      onError={() => setUnshown(true)}
      className="size-24 rounded-chip bg-line object-cover"
    />
  )
}

function Unshown({ name }: { name: string }) {
  return (
    <div className="grid max-w-full justify-items-center gap-2 text-center">
      <span className="grid size-24 place-items-center rounded-chip bg-line">
        <FileImage aria-hidden="true" className="size-8 text-muted" />
      </span>
      <p className="max-w-full truncate text-small">{name}</p>
      <p className="text-small text-muted">{words.avatarUnshown}</p>
    </div>
  )
}
