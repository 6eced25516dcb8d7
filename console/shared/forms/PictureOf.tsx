import { Controller, type FieldPathByValue, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { type Chosen, PictureField } from './PictureField.tsx'

type Props<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  name: FieldPathByValue<Values, Chosen>
  label: string
  kind: 'logo' | 'cover'
}

/** The picture that a form holds, with what the server said of it. */
export function PictureOf<Values extends FieldValues>({ form, name, label, kind }: Props<Values>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange }, fieldState }) => (
        <PictureField label={label} kind={kind} value={value} onChange={onChange} error={fieldState.error?.message} />
      )}
    />
  )
}
