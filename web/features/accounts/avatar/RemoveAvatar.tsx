import { removeAvatar, type User } from '@stampus/contract/accounts'
import { Button } from '@stampus/ui/Button'
import { Trash2 } from 'lucide-react'
import * as words from '#words'
import { notify } from '../../../shared/notifications.ts'
import { useAddition } from '../../../shared/receipts/additions.ts'
import { mergeUser } from '../../../shared/storage/session.ts'
import { notifyFault } from '../faultWords.ts'

/** Takes the picture in force away at once; nothing where there is none or the server has no such call. */
export function RemoveAvatar({ user }: { user: User }) {
  const { run, loading, offered } = useAddition(removeAvatar)
  if (!user.profile_avatar_url) return null
  if (!offered) return <p className="text-small text-muted">{words.notOffered}</p>
  const remove = async () => {
    try {
      mergeUser((await run({})).data)
      notify({ type: 'success', title: words.avatarRemoved, message: words.avatarRemovedText })
    } catch (fault) {
      notifyFault(words.avatarNotRemoved, fault)
    }
  }
  return (
    <Button look="quiet" busy={loading} onClick={remove}>
      <Trash2 aria-hidden="true" className="size-4" />
      {words.avatarRemove}
    </Button>
  )
}
