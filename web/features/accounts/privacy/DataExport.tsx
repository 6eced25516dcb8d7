import { exportData } from '@stampus/contract/privacy'
import { Download } from 'lucide-react'
import * as words from '#words'
import { fileUrl } from '../../../shared/api/api.ts'
import { notify } from '../../../shared/notifications.ts'
import { useAddition } from '../../../shared/receipts/additions.ts'
import { notifyFault } from '../faultWords.ts'
import { AccountAction } from '../profile/AccountAction.tsx'

/** Everything kept about the member, as one file to download. */
export function DataExport() {
  const { run, loading, offered } = useAddition(exportData)
  const download = async () => {
    try {
      const { data } = await run({})
      startDownload(fileUrl(data.url))
      notify({ type: 'success', title: words.exportBegun, message: words.exportBegunText })
    } catch (fault) {
      notifyFault(words.exportFailed, fault)
    }
  }
  return (
    <li>
      <AccountAction
        icon={Download}
        label={words.exportLabel}
        about={words.exportAbout}
        busy={loading}
        offered={offered}
        onClick={download}
      />
    </li>
  )
}

/** The page stays where it is. */
function startDownload(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
