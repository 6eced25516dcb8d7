import { type AdminCategory, change, create, list, remove } from '@stampus/contract/console/categories'
import { NAME_MAX } from '@stampus/contract/limits'
import { Button } from '@stampus/ui/Button'
import { Dialog } from '@stampus/ui/Dialog'
import { Field } from '@stampus/ui/Field'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { fieldError, generalError } from '../../shared/api/api.ts'
import { q, useCall } from '../../shared/api/queries.ts'
import { BackLink, Page } from '../../shared/components/Page.tsx'
import { ConfirmDialog } from '../../shared/dialogs/ConfirmDialog.tsx'
import { SubmitActions } from '../../shared/dialogs/SubmitActions.tsx'
import { type Column, DataTable } from '../../shared/lists/DataTable.tsx'
import { ListBody } from '../../shared/lists/PagedTable.tsx'
import { showToast } from '../../shared/toasts.ts'

type Open = { dialog: 'add' } | { dialog: 'rename' | 'remove'; category: AdminCategory }

/** The categories of merchants. Members see them as filter chips. */
export default function CategoriesPage() {
  const query = useQuery(q(list, {}))
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const columns: Column<AdminCategory>[] = [
    { name: 'Category', cell: ({ name }) => <span className="font-semibold">{name}</span> },
    { name: 'Merchants', align: 'right', cell: (category) => <Merchants {...category} /> },
    { name: 'Actions', cell: (category) => <Changes category={category} onOpen={setOpen} /> },
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
      <ListBody query={query} what="categories" none="No categories yet.">
        {({ data }) => <DataTable caption="Categories" columns={columns} rows={data} keyOf={({ id }) => id} />}
      </ListBody>
      {open?.dialog === 'add' ? <CategoryNameDialog onClose={close} /> : null}
      {open?.dialog === 'rename' ? <CategoryNameDialog category={open.category} onClose={close} /> : null}
      {open?.dialog === 'remove' ? <RemoveCategoryDialog category={open.category} onClose={close} /> : null}
    </Page>
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

function Changes({ category, onOpen }: { category: AdminCategory; onOpen: (open: Open) => void }) {
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

const invalidates = ['/console/categories', '/console/merchants']

/** Adds or renames a category. */
function CategoryNameDialog({ category, onClose }: { category?: AdminCategory; onClose: () => void }) {
  const [name, setName] = useState(category?.name ?? '')
  const adding = useCall(create, invalidates)
  const renaming = useCall(change, invalidates)
  const saving = category ? renaming : adding
  const outcome = {
    onSuccess: ({ data }: { data: AdminCategory }) => {
      showToast(category ? `Renamed to ${data.name}.` : `${data.name} added.`)
      onClose()
    },
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (saving.isPending) return
    if (category) renaming.mutate({ id: category.id, version: category.version, name }, outcome)
    else adding.mutate({ name }, outcome)
  }
  return (
    <Dialog
      title={category ? `Rename ${category.name}` : 'New category'}
      error={generalError(saving.error, ['name'])}
      isBusy={saving.isPending}
      onClose={onClose}
    >
      <form onSubmit={save} noValidate className="grid gap-4">
        <Field
          label="Name"
          maxLength={NAME_MAX}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={fieldError(saving.error, 'name')}
        />
        <SubmitActions action={category ? 'Rename' : 'Add category'} isBusy={saving.isPending} />
      </form>
    </Dialog>
  )
}

function RemoveCategoryDialog({ category, onClose }: { category: AdminCategory; onClose: () => void }) {
  const { id, version, name } = category
  const removing = useCall(remove, ['/console/categories'])
  const done = () => {
    showToast(`${name} removed.`)
    onClose()
  }
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      action="Remove category"
      mutation={removing}
      onConfirm={() => removing.mutate({ id, version }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>You can only remove a category that has no merchants.</p>
    </ConfirmDialog>
  )
}
