import { randomKey } from '@stampus/contract/values/randomKey'

type Message = { tab: string; open?: number | undefined; asking?: true }

const tab = randomKey()
const channel = new BroadcastChannel('review-desk')
const others = new Map<string, number>()
let own: number | undefined

channel.onmessage = ({ data }: MessageEvent<Message>) => {
  if (data.asking) channel.postMessage({ tab, open: own } satisfies Message)
  else if (data.open === undefined) others.delete(data.tab)
  else others.set(data.tab, data.open)
}
channel.postMessage({ tab, asking: true } satisfies Message)

/** Tells the other tabs of this browser which receipt lies on this tab's desk, undefined for none. */
export function tellTabs(open: number | undefined): void {
  own = open
  channel.postMessage({ tab, open } satisfies Message)
}

/** Whether another tab of this browser has the receipt on its desk. */
export function isOpenInAnotherTab(id: number): boolean {
  return [...others.values()].includes(id)
}
