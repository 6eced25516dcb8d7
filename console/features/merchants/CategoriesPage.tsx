import { type KeptCategory, list } from '@stampus/contract/console/categories'
import { Button } from '@stampus/ui/Button'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { q } from '../../shared/api/queries.ts'
import { BackLink } from '../../shared/components/BackLink.tsx'
import { Page } from '../../shared/components/Page.tsx'
import { type Column, DataTable } from '../../shared/lists/DataTable.tsx'
import { ListBody } from '../../shared/lists/ListBody.tsx'
import { CategoryNameDialog } from './CategoryNameDialog.tsx'
import { CategoryRemoval } from './CategoryRemoval.tsx'

type Open = { dialog: 'add' } | { dialog: 'rename' | 'remove'; category: KeptCategory }

/** The categories of merchants, which are the chips that members choose from. */
export default function CategoriesPage() {
  const query = useQuery(q(list, {}))
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const columns: Column<KeptCategory>[] = [
    { name: 'Category', cell: ({ name }) => <span className="font-semibold">{name}</span> },
    { name: 'Merchants', align: 'right', cell: (category) => <Merchants {...category} /> },
    { name: 'Changes', cell: (category) => <Changes category={category} onOpen={setOpen} /> },
  ]
  return (
    <Page
      title="Categories"
      back={<BackLink to="/merchants">Merchants</BackLink>}
      actions={
        <Button onClick={() => setOpen({ dialog: 'add' })}>
          <Plus aria-hidden="true" className="size-4" />
          New category
        </Button>
      }
    >
      <ListBody query={query} what="categories" none="There is no category yet.">
        {({ data }) => <DataTable caption="Categories" columns={columns} rows={data} keyOf={({ id }) => id} />}
      </ListBody>
      {open?.dialog === 'add' ? <CategoryNameDialog onClose={close} /> : null}
      {open?.dialog === 'rename' ? <CategoryNameDialog category={open.category} onClose={close} /> : null}
      {open?.dialog === 'remove' ? <CategoryRemoval category={open.category} onClose={close} /> : null}
    </Page>
  )
}

function Merchants({ id, name, merchants }: KeptCategory) {
  if (merchants === 0) return '0'
  return (
    <Link
      to={`/merchants?category_id=${id}`}
      aria-label={`${merchants} in ${name}`}
      className="inline-flex min-h-11 min-w-11 items-center justify-end text-blue underline underline-offset-4"
    >
      {merchants}
    </Link>
  )
}

function Changes({ category, onOpen }: { category: KeptCategory; onOpen: (open: Open) => void }) {
  return (
    <span className="flex flex-wrap gap-1">
      <Button
        look="quiet"
        aria-label={`Rename ${category.name}`}
        onClick={() => onOpen({ dialog: 'rename', category })}
      >
        Rename
      </Button>
      <Button
        look="quiet"
        aria-label={`Remove ${category.name}`}
        onClick={() => onOpen({ dialog: 'remove', category })}
      >
        Remove
      </Button>
    </span>
  )
}
