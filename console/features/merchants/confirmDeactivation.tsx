import { type AdminMerchant, type MerchantUsage, usage } from '@stampus/contract/console/merchants'
import { Link } from 'react-router'
import { call } from '../../shared/api/api.ts'
import { reportSignedOut } from '../../shared/api/queries.ts'
import type { Confirmation } from '../../shared/forms/RecordForm.tsx'
import { receiptsText } from '../../shared/labels/labels.ts'

const SHOWN = 5

/** What to confirm before an active merchant is switched off; undefined if no receipt waits and no deal runs there. */
export async function confirmDeactivation(
  { is_active }: { is_active: boolean },
  merchant: AdminMerchant | undefined,
): Promise<Confirmation | undefined> {
  if (!merchant?.is_active || is_active) return undefined
  const title = `Deactivate ${merchant.name}?`
  const action = 'Deactivate'
  try {
    const { data } = await call(usage, { id: merchant.id })
    if (data.waiting === 0 && data.deals.length === 0) return undefined
    return { title, action, text: <Usage id={merchant.id} {...data} /> }
  } catch (error) {
    reportSignedOut(error)
    return { title, action, text: "We couldn't check for pending receipts or active deals." }
  }
}

function Usage({ id, waiting, deals }: MerchantUsage & { id: number }) {
  const more = deals.length - SHOWN
  return (
    <div className="grid gap-3">
      <p>Members won't find it and can't send it receipts.</p>
      {waiting > 0 ? (
        <p>
          <Link to={`/submissions?status=pending&merchant_id=${id}`} target="_blank" className={linkLook}>
            {receiptsText(waiting)}
          </Link>{' '}
          {waiting === 1 ? 'is' : 'are'} still pending and can be decided as before.
        </p>
      ) : null}
      {deals.length > 0 ? (
        <>
          <p>{deals.length === 1 ? 'This deal stays' : 'These deals stay'} visible until the last day:</p>
          <ul className="list-disc pl-5 wrap-anywhere">
            {deals.slice(0, SHOWN).map((deal) => (
              <li key={deal.id}>
                <Link to={`/deals/${deal.id}`} target="_blank" className={linkLook}>
                  {deal.title}
                </Link>
              </li>
            ))}
            {more > 0 ? <li>and {more} more</li> : null}
          </ul>
        </>
      ) : null}
    </div>
  )
}

const linkLook = 'font-semibold text-blue underline underline-offset-4'
