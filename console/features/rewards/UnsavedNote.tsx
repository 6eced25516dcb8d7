/** Says what becomes of changes that were typed and not saved. */
export function UnsavedNote({ isLost }: { isLost: boolean }) {
  return (
    <p className="font-semibold">
      {isLost
        ? 'What you changed in the form is not saved and will be lost.'
        : 'What you changed in the form is not saved. Save it first, or members see the old version.'}
    </p>
  )
}
