import type { EndpointWith } from '@stampus/contract/endpoint'
import { Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { ActionButton } from './ActionButton.tsx'

/** How records of a kind are removed, and what that means for people. */
export type Removal = {
  call: EndpointWith<Record<'id' | 'version', number | string>>
  invalidates?: string[]
  consequence: string
}

type Props = {
  record: { id: number; version: number; title: string }
  /** The page of the list, which opens afterwards. */
  list: string
  removal: Removal
}

/** A button that removes a record after confirmation. */
export function RemoveButton({ record: { id, version, title }, list, removal }: Props) {
  const { call, invalidates = [], consequence } = removal
  const navigate = useNavigate()
  return (
    <ActionButton
      text="Remove"
      icon={Trash2}
      title={`Remove ${title}?`}
      isDangerous
      call={call}
      input={() => ({ id, version })}
      invalidates={invalidates}
      done={`${title} removed.`}
      onDone={() => navigate(list, { replace: true })}
    >
      <p>{consequence}</p>
    </ActionButton>
  )
}
