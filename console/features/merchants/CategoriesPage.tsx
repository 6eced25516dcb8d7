import { type AdminCategory, change, create, list, remove } from '@stampus/contract/console/categories'
import { NAME_MAX } from '@stampus/contract/limits'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { BackLink } from '../../shared/components/Page.tsx'
import { ActionButton } from '../../shared/dialogs/ActionButton.tsx'
import { DialogButton } from '../../shared/dialogs/DialogButton.tsx'
import { FormDialog } from '../../shared/forms/FormDialog.tsx'
import * as field from '../../shared/forms/fields.tsx'
import type { Source } from '../../shared/forms/Select.tsx'
import type { Column } from '../../shared/lists/DataTable.tsx'
import { ListPage } from '../../shared/lists/ListPage.tsx'

const columns: Column<AdminCategory>[] = [
  { name: 'Category', cell: ({ name }) => <span className="font-semibold">{name}</span> },
  { name: 'Merchants', align: 'right', cell: (category) => <Merchants {...category} /> },
  { name: 'Actions', cell: (category) => <Changes category={category} /> },
]

/** The categories of merchants. Members see them as filter chips. */
export function CategoriesPage() {
  return (
    <ListPage
      title="Categories"
      call={list}
      columns={columns}
      back={<BackLink to="/merchants">Merchants</BackLink>}
      none="No categories yet."
      hasPages={false}
      actions={<DialogButton text="New category" icon={Plus} look="primary" dialog={adding} />}
    />
  )
}

function Merchants({ id, name, merchants }: AdminCategory) {
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

const fields = { name: field.line('Name', NAME_MAX) }
const invalidates = ['/console/categories', '/console/merchants']

function adding(close: () => void) {
  return (
    <FormDialog
      title="New category"
      action="Add category"
      fields={fields}
      invalidates={invalidates}
      call={create}
      toInput={(given) => given}
      done={({ data }) => `${data.name} added.`}
      onClose={close}
    />
  )
}

function Changes({ category }: { category: AdminCategory }) {
  const { id, version, name } = category
  const renaming = (close: () => void) => (
    <FormDialog
      title={`Rename ${name}`}
      action="Rename"
      fields={fields}
      invalidates={invalidates}
      item={category}
      call={change}
      toInput={(given) => ({ ...given, id, version })}
      done={({ data }) => `Renamed to ${data.name}.`}
      onClose={close}
    />
  )
  return (
    <span className="flex flex-wrap gap-1">
      <DialogButton text="Rename" look="quiet" label={`Rename ${name}`} dialog={renaming} />
      <ActionButton
        text="Remove"
        look="quiet"
        label={`Remove ${name}`}
        title={`Remove ${name}?`}
        action="Remove category"
        isDangerous
        call={remove}
        input={() => ({ id, version })}
        invalidates={['/console/categories']}
        done={`${name} removed.`}
      >
        <p>You can only remove a category that has no merchants.</p>
      </ActionButton>
    </span>
  )
}

/** All categories to choose from; `none` is the option for none. */
export const categories = (none: string): Source<AdminCategory> => ({ call: list, none, nameOf: ({ name }) => name })
