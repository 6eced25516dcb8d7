import { type HandOverRow, history } from '@stampus/contract/counter/handOvers'
import type { AnswerOf } from '@stampus/contract/endpoint'
import { Button } from '@stampus/ui/Button'
import { useWork } from '@stampus/ui/browser/useWork'
import { generalError } from '@stampus/ui/fieldErrors'
import { ErrorNotice } from '@stampus/ui/forms/ErrorNotice'
import { useState } from 'react'
import * as words from '#words'
import { call } from '../../shared/api/api.ts'
import { useAnswer } from '../../shared/api/useAnswer.ts'
import { HandOverItem } from '../../shared/components/HandOverItem.tsx'
import { Loaded } from '../../shared/components/Loaded.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { shopPath } from '../../shared/paths.ts'
import { formatDayAndTime } from '../../shared/times.ts'
import { forOwner, type OwnerProps, shopName } from './OwnerGate.tsx'

export default forOwner(HistoryPage)

function HistoryPage({ id, owner }: OwnerProps & { id: number }) {
  const answer = useAnswer(history, { id, page: 1 })
  return (
    <Page title={words.handOvers} back={shopPath(id)}>
      <p className="wrap-anywhere text-muted">{shopName(owner, id)}</p>
      <Loaded answer={answer}>
        {(first) => (first.data.length === 0 ? <p>{words.handOversEmpty}</p> : <Pages shopId={id} first={first} />)}
      </Loaded>
    </Page>
  )
}

/** A hand-over that is made meanwhile moves another to the next page, where it is then left out. */
function Pages({ shopId, first }: { shopId: number; first: AnswerOf<typeof history> }) {
  const [pages, setPages] = useState([first])
  const keyOf = ({ id, at }: HandOverRow) => `${id} ${at}`
  const rows = new Map(pages.flatMap(({ data }) => data.map((row) => [keyOf(row), row])))
  const loading = useWork(async () => {
    const next = await call(history, { id: shopId, page: pages.length + 1 })
    setPages([...pages, next])
  })
  return (
    <>
      <ul className="grid gap-2">
        {[...rows].map(([key, row]) => (
          <HandOverItem key={key} row={row} time={formatDayAndTime(row.at)} isDated />
        ))}
      </ul>
      <ErrorNotice>{generalError(loading.error)}</ErrorNotice>
      {pages.at(-1)?.meta?.has_more ? (
        <Button look="secondary" isBusy={loading.isBusy} onClick={() => void loading.run()}>
          {words.more}
        </Button>
      ) : null}
    </>
  )
}
