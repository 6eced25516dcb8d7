import type { ReviewItem } from '@stampus/contract/review'
import { useState } from 'react'
import { ConfirmationNote } from '../confirmations/ConfirmationNote.tsx'
import { CorrectForm } from './CorrectForm.tsx'
import { correctionsOf, type FactsTyped, factFaults } from './correction.ts'
import { DeskDialogs, type Doing } from './DeskDialogs.tsx'
import { DeskNotices } from './DeskNotices.tsx'
import type { useDesk } from './desk.ts'
import { draftOf } from './draft.ts'
import { Facts } from './Facts.tsx'
import { useKeys } from './keys.ts'
import { addsWords, nameOf } from './naming.ts'
import { ReceiptViewer, type Twin } from './ReceiptViewer.tsx'
import { Recent } from './Recent.tsx'
import { marksOf, type ReadName, withRead } from './reading.ts'
import { Escalation, Signals } from './Signals.tsx'
import { useSeen } from './seen.ts'
import { VerdictBar } from './VerdictBar.tsx'

type Props = { desk: ReturnType<typeof useDesk>; item: ReviewItem; isManager: boolean }

/** The receipt on the desk: its picture, what is known of it, and the ways to decide. */
export function DeskCase({ desk, item, isManager }: Props) {
  const [doing, setDoing] = useState<Doing>()
  const [seen, setShown] = useSeen()
  const [compared, setCompared] = useState<number>()
  const { facts, fields } = draftOf(desk.drafts, item)
  const corrections = correctionsOf(item, facts)
  const twins = twinsOf(item)
  // What is on its way would sweep away what is begun now.
  const begin = (what: Doing) => () => {
    if (desk.busy) return
    desk.forgetFault()
    setDoing(what)
  }
  const stop = () => setDoing(undefined)
  // Nobody approves a picture that has not been seen.
  const approve = () => seen && void desk.pass(item, { status: 'approved', ...(corrections && { corrections }) })
  const skip = () => void desk.next(item.id)
  const handOn = isManager ? undefined : begin('handOn')
  const compare = (id: number) => setCompared(id === compared ? undefined : id)
  const take = (read: FactsTyped | undefined) => {
    if (!read || desk.busy) return
    // What the rules refuse is shown in the fields: it may have been misread.
    if (factFaults(item, read).length === 0) return desk.type(item, { facts: read })
    desk.type(item, { fields: read })
    begin('correct')()
  }
  const takeOne = (name: ReadName, value: string) => take({ ...facts, [name]: value })
  const ways = {
    a: approve,
    r: begin('reject'),
    e: begin('correct'),
    p: () => take(withRead(item, facts)),
    s: skip,
    ...(handOn && { m: handOn }),
  }
  // What is being typed would be lost: until it is kept or given up, no key decides.
  useKeys({ c: () => setCompared(idAfter(compared, twins)), ...(doing ? {} : ways) })
  return (
    <>
      <DeskNotices fault={doing ? undefined : desk.fault} held={desk.held} />
      <div className="grid min-h-0 flex-1 gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        {item.picture ? (
          <ReceiptViewer
            picture={item.picture}
            name={nameOf(item)}
            marks={marksOf(item, facts)}
            twin={twins.find(({ id }) => id === compared)}
            onShown={setShown}
            onUnreadable={() => void desk.look(item.id)}
          />
        ) : (
          <p className="grid place-items-center p-8 text-soft">
            The picture is gone: with the account, or because its time was over.
          </p>
        )}
        <section aria-label={nameOf(item)} className="flex min-h-0 flex-col gap-3">
          <div
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
            tabIndex={0}
            className="grid min-h-0 flex-1 content-start gap-3 outline-offset-0 lg:-mx-1 lg:overflow-y-auto lg:px-1"
          >
            <Escalation escalation={item.escalation} />
            <ConfirmationNote item={item} />
            <Signals signals={item.signals} compared={compared} onCompare={compare} />
            {doing === 'correct' ? (
              <CorrectForm
                item={item}
                begun={fields ?? facts}
                onType={(part) => desk.type(item, part)}
                onClose={stop}
              />
            ) : (
              <Facts item={item} corrections={corrections} onTake={takeOne} />
            )}
            <Recent item={item} />
          </div>
          {doing === 'correct' ? null : (
            <VerdictBar
              adds={addsWords(item, corrections)}
              busy={desk.busy}
              seen={seen}
              onApprove={approve}
              onReject={ways.r}
              onCorrect={ways.e}
              onSkip={skip}
              onHandOn={handOn}
            />
          )}
        </section>
      </div>
      <DeskDialogs desk={desk} item={item} doing={doing} onClose={stop} />
    </>
  )
}

/** The other receipts of its signals that still have a picture; two signals may name the same one. */
function twinsOf({ signals }: ReviewItem): Twin[] {
  const twins = new Map<number, Twin>()
  for (const { submission_id: id, picture } of signals) if (id !== null && picture) twins.set(id, { id, picture })
  return [...twins.values()]
}

/** Behind the last one there is none, and then the first again. */
function idAfter(compared: number | undefined, twins: Twin[]): number | undefined {
  return twins[twins.findIndex(({ id }) => id === compared) + 1]?.id
}
