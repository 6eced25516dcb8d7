import { Failure } from '@stampus/ui/Failure'
import * as words from '#words'

type Props = { text: string; query: { isFetching: boolean; refetch: () => unknown } }

export function QueryFailure({ text, query: { isFetching, refetch } }: Props) {
  return <Failure text={text} retry={words.retry} isBusy={isFetching} onRetry={() => void refetch()} />
}
