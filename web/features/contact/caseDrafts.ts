import {
  forgetMessageDraft,
  type MessageDraft,
  readMessageDraft,
  saveMessageDraft,
} from '../../shared/storage/messageDrafts.ts'

/** The name of the draft of a new case. */
export const NEW_DRAFT = 'new'

/** The name of the draft of a message in a case. */
export const caseDraft = (id: number) => `case-${id}`

/** Moves what was typed to the form of another draft, below what was typed there. `about` is what the other is about. */
export function moveDraft(from: string, to: string, about: Omit<MessageDraft, 'message' | 'sent'> = {}): void {
  const message = readMessageDraft(from)?.message ?? ''
  const there = readMessageDraft(to)?.message ?? ''
  if (message.trim() !== '')
    saveMessageDraft(to, { message: there.trim() === '' ? message : `${there}\n\n${message}`, ...about })
  forgetMessageDraft(from)
}
