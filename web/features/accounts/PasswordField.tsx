import { PasswordField as Field } from '@stampus/ui/forms/PasswordField'
import type { ComponentProps } from 'react'
import * as words from '#words'

export const PasswordField = (props: ComponentProps<typeof Field>) => <Field {...props} show={words.passwordShow} />
