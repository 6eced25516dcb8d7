import { type AdminMerchant, show } from '@stampus/contract/console/merchants'
import { Button } from '@stampus/ui/Button'
import { Logo } from '@stampus/ui/Logo'
import { QrCode } from '@stampus/ui/qr/QrCode'
import { Printer } from 'lucide-react'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { q } from '../../shared/api/queries.ts'
import { BackLink } from '../../shared/components/Page.tsx'
import { RecordLoader } from '../../shared/components/RecordLoader.tsx'
import { settings } from '../../shared/settings.ts'
import './poster.css'

/** An A4 poster for a merchant's counter with the QR code of its page. Only the poster is printed. */
export function PosterPage() {
  const { id = '' } = useParams()
  return (
    <RecordLoader query={q(show, { id })} what="Poster" list={{ to: '/merchants', name: 'Merchants' }}>
      {(merchant) => (
        <main className="mx-auto grid w-full max-w-4xl content-start gap-4 p-4 lg:p-6 print:block print:max-w-none print:p-0">
          <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
            <BackLink to={`/merchants/${id}`}>{merchant.name}</BackLink>
            <Button onClick={() => window.print()}>
              <Printer aria-hidden="true" className="size-4" />
              Print
            </Button>
          </div>
          <Poster merchant={merchant} />
        </main>
      )}
    </RecordLoader>
  )
}

/** Black on white in every colour scheme: cameras read it, and printers have no dark paper. */
function Poster({ merchant: { name, page_url, logo_url } }: { merchant: AdminMerchant }) {
  useEffect(() => {
    document.title = `Poster of ${name} · ${settings.product_name}`
  }, [name])
  return (
    <article
      aria-label="Poster"
      className="poster grid content-center justify-items-center gap-8 [--color-blue:#1c3fa8] [--color-on-blue:#fffdf7] rounded-sheet border border-line bg-[#ffffff] px-6 py-12 text-center text-[#000000] print:h-[297mm] print:rounded-none print:border-0 print:p-[20mm]"
    >
      {logo_url ? <img src={logo_url} alt="" width={160} height={160} className="size-40 object-contain" /> : null}
      <h1 className="wrap-anywhere font-bold text-[2.5rem] leading-tight">{name}</h1>
      <QrCode value={page_url} level="Q" title={`QR code of ${page_url}`} className="w-[110mm]" />
      <p className="max-w-[150mm] text-[1.5rem] leading-snug">
        Scan the code, take a picture of your receipt, and collect stamps.
      </p>
      <p className="wrap-anywhere text-[1rem]">{page_url}</p>
      <p className="flex items-center gap-3 font-bold text-[1.25rem]">
        <Logo className="size-10" />
        {settings.product_name}
      </p>
    </article>
  )
}
